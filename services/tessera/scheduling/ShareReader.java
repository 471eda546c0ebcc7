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

/** Reads how device plugins are told to hand out shares. Waits for the cluster. */
final class ShareReader {

    private static final ObjectRef POLICIES = new ObjectRef("nvidia.com/v1", "ClusterPolicy", "clusterpolicies", "",
            "");
    private static final ObjectRef MAPS = new ObjectRef("v1", "ConfigMap", "configmaps", "", "");

    private final ObjectSource source;

    ShareReader(ObjectSource source) {
        this.source = source;
    }

    /** What is told by an operator; where none is, or it may not be looked at, nothing is known. */
    ShareRules read() throws Failure, InterruptedException {
        try {
            var told = new ArrayList<JsonNode>();
            source.each(POLICIES, "", policy -> told.add(policy.at("/spec/devicePlugin/config")));
            return told.size() == 1 ? rules(told.getFirst()) : ShareRules.UNKNOWN;
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return ShareRules.UNKNOWN;
        }
    }

    private ShareRules rules(JsonNode told) throws Failure, InterruptedException {
        var name = told.path("name").asText("");
        var maps = new ArrayList<JsonNode>();
        boolean all = !name.isEmpty() && source.each(MAPS, "fieldSelector=metadata.name%3D" + name, maps::add);
        maps.removeIf(map -> !map.at("/metadata/name").asText().equals(name));
        return all && maps.size() == 1 ? new ShareRules(configs(maps), told.path("default").asText(""))
                : ShareRules.UNKNOWN;
    }

    private static Map<String, DeviceShares> configs(List<JsonNode> maps) {
        var configs = new HashMap<String, DeviceShares>();
        maps.getFirst().path("data").properties().forEach(each -> ConfigDocument.read(each.getValue().asText())
                .config().map(PluginConfig::shares).ifPresent(shares -> configs.put(each.getKey(), shares)));
        return configs;
    }
}
