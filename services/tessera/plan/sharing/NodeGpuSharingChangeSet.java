package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.model.ClusterSnapshot;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigLocation;
import tessera.plan.context.DevicePluginSharingConfiguration.SharingConfigMap;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.GpuSharingIntent;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.text.OptionalText;

/**
 * The sharing configuration of a cluster after a change, and the nodes that change.
 *
 * @param after  the cluster then
 * @param labels of the nodes that are meant, by name
 * @param nodes  nodes that take another configuration or one that says something else, and nodes that are to be labelled
 */
record NodeGpuSharingChangeSet(DevicePluginSharingConfiguration after, Map<String, String> labels,
        List<NodeGpuSharingChange> nodes) {

    /** @param nodes those that are meant, as they are at this moment */
    static NodeGpuSharingChangeSet of(GpuSharingIntent intent, ClusterSnapshot clusterSnapshot,
            DevicePluginSharingConfiguration setup, Map<String, PlanTargetNode> nodes) {
        var labels = new HashMap<String, String>();
        for (var takes : intent.assignments()) {
            takes.nodes().namesIn(clusterSnapshot).forEach(name -> labels.put(name, takes.config()));
        }
        var texts = new TreeMap<>(setup.configs().map(SharingConfigMap::texts).orElseGet(TreeMap::new));
        texts.putAll(intent.write());
        texts.keySet().removeAll(intent.remove());
        var after = setup.withConfigs(locationAfter(intent, setup), texts);
        var turns = new ArrayList<NodeGpuSharingChange>();
        for (var node : DevicePluginSharingConfiguration.gpuNodes(clusterSnapshot)) {
            var object = nodes.get(node.name());
            var now = object == null ? node.nodeSummary().label(DevicePluginConfigChoice.LABEL)
                    : object.labels().getOrDefault(DevicePluginConfigChoice.LABEL, "");
            var then = labels.getOrDefault(node.name(), now);
            var before = setup.choiceForLabel(now);
            var choice = after.choiceForLabel(then);
            boolean edited = !configText(setup, before.configName()).equals(configText(after, choice.configName()));
            if (edited || !before.configName().equals(choice.configName()) || !now.equals(then)) {
                turns.add(new NodeGpuSharingChange(node, then, !now.equals(then), before, choice,
                        after.sharesOf(choice).orElse(DeviceShareCounts.NONE)));
            }
        }
        return new NodeGpuSharingChangeSet(after, labels, turns);
    }

    private static SharingConfigLocation locationAfter(GpuSharingIntent intent,
            DevicePluginSharingConfiguration setup) {
        var configLocation = setup.location();
        if (intent.defaultConfig().isPresent()) {
            var map = intent.defaultConfig().get().configMap();
            var same = OptionalText.orElse(configLocation.configMap(), GpuSharingIntent.NEW_MAP);
            return configLocation.withConfigMap(map.equals(GpuSharingIntent.SAME_MAP) ? same : map,
                    intent.defaultConfig().get().config());
        }
        boolean named = !configLocation.configMap().isEmpty() || setup.owner()
                .kind() != DevicePluginSharingConfiguration.DevicePluginOwner.DevicePluginOwnerKind.OPERATOR;
        if (named || intent.write().isEmpty()) {
            return configLocation;
        }
        return configLocation.withConfigMap(GpuSharingIntent.NEW_MAP, configLocation.defaultConfig());
    }

    private static String configText(DevicePluginSharingConfiguration setup, String key) {
        return setup.configs().map(configs -> configs.texts().getOrDefault(key, "")).orElse("");
    }
}
