package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.sharing.DevicePluginConfig;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DeviceShareCounts;

/** Reads how device plugins are configured to hand out shares. Waits for the cluster. */
final class DevicePluginSharingConfigReader {

    private static final ObjectRef POLICIES = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "",
            "");
    private static final ObjectRef MAPS = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");

    private final ClusterObjectSource source;

    DevicePluginSharingConfigReader(ClusterObjectSource source) {
        this.source = source;
    }

    /** Returns the rules of the one ClusterPolicy; unknown where there is none or it may not be read. */
    KubeletSharedDeviceRequestRules readRules() throws ProblemException, InterruptedException {
        try {
            var told = new ArrayList<JsonNode>();
            source.forEach(POLICIES, "", policy -> told.add(policy.at("/spec/devicePlugin/config")));
            return told.size() == 1 ? readConfigMap(told.getFirst()) : KubeletSharedDeviceRequestRules.UNKNOWN;
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return KubeletSharedDeviceRequestRules.UNKNOWN;
        }
    }

    private KubeletSharedDeviceRequestRules readConfigMap(JsonNode told) throws ProblemException, InterruptedException {
        var name = told.path("name").asText("");
        var maps = new ArrayList<JsonNode>();
        boolean all = !name.isEmpty() && source.forEach(MAPS, "fieldSelector=metadata.name%3D" + name, maps::add);
        maps.removeIf(map -> !map.at("/metadata/name").asText().equals(name));
        return all && maps.size() == 1
                ? new KubeletSharedDeviceRequestRules(parseConfigs(maps), told.path("default").asText(""))
                : KubeletSharedDeviceRequestRules.UNKNOWN;
    }

    private static Map<String, DeviceShareCounts> parseConfigs(List<JsonNode> maps) {
        var configs = new HashMap<String, DeviceShareCounts>();
        maps.getFirst().path("data").properties()
                .forEach(each -> DevicePluginConfigDocument.parse(each.getValue().asText())
                        .config().map(DevicePluginConfig::shares)
                        .ifPresent(shares -> configs.put(each.getKey(), shares)));
        return configs;
    }
}
