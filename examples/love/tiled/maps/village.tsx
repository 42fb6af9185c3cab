<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="village" tilewidth="16" tileheight="16" tilecount="88" columns="8">
 <image source="tiles.png" width="128" height="176"/>
 <tile id="8" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="9" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="10" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="11" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="12" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="13" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="14" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="15" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="16" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="17" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="18" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="19" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="20" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="21" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="22" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="23" type="road">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="24" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="25" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="26" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="27" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="28" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="29" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="30" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="31" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="32" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="33" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="34" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="35" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="36" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="37" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="38" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="39" type="water">
  <properties>
   <property name="price" type="bool" value="false"/>
  </properties>
 </tile>
 <tile id="44" type="bridge">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
 <tile id="62" type="bridge">
  <properties>
   <property name="price" type="float" value="0.5"/>
  </properties>
 </tile>
</tileset>
