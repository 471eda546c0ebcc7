package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.sharing.ConfigDocument;
import tessera.sharing.DeviceShares;
import tessera.sharing.PluginConfig;

/** Reads how device plugins are configured to hand out shares. Waits for the cluster. */
final class ShareRulesReader {

    private static final ObjectRef POLICIES = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "",
            "");
    private static final ObjectRef MAPS = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");

    private final ObjectSource source;

    ShareRulesReader(ObjectSource source) {
        this.source = source;
    }

    /** Returns the rules of the one ClusterPolicy; unknown where there is none or it may not be read. */
    ShareRules readRules() throws Failure, InterruptedException {
        try {
            var told = new ArrayList<JsonNode>();
            source.forEach(POLICIES, "", policy -> told.add(policy.at("/spec/devicePlugin/config")));
            return told.size() == 1 ? readConfigMap(told.getFirst()) : ShareRules.UNKNOWN;
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return ShareRules.UNKNOWN;
        }
    }

    private ShareRules readConfigMap(JsonNode told) throws Failure, InterruptedException {
        var name = told.path("name").asText("");
        var maps = new ArrayList<JsonNode>();
        boolean all = !name.isEmpty() && source.forEach(MAPS, "fieldSelector=metadata.name%3D" + name, maps::add);
        maps.removeIf(map -> !map.at("/metadata/name").asText().equals(name));
        return all && maps.size() == 1 ? new ShareRules(parseConfigs(maps), told.path("default").asText(""))
                : ShareRules.UNKNOWN;
    }

    private static Map<String, DeviceShares> parseConfigs(List<JsonNode> maps) {
        var configs = new HashMap<String, DeviceShares>();
        maps.getFirst().path("data").properties().forEach(each -> ConfigDocument.parse(each.getValue().asText())
                .config().map(PluginConfig::shares).ifPresent(shares -> configs.put(each.getKey(), shares)));
        return configs;
    }
}
