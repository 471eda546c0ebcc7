package tessera.plan.sharing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.model.Snapshot;
import tessera.plan.context.NodeObject;
import tessera.plan.context.SharingSetup;
import tessera.plan.context.SharingSetup.ConfigLocation;
import tessera.plan.context.SharingSetup.SharingConfigs;
import tessera.plan.intent.ChangeSharing;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;

/**
 * The sharing configuration of a cluster after a change, and the nodes that change.
 *
 * @param after  the cluster then
 * @param labels of the nodes that are meant, by name
 * @param nodes  nodes that take another configuration or one that says something else, and nodes that are to be labelled
 */
record NodeReconfigurations(SharingSetup after, Map<String, String> labels, List<NodeReconfiguration> nodes) {

    /** @param nodes those that are meant, as they are at this moment */
    static NodeReconfigurations of(ChangeSharing intent, Snapshot snapshot, SharingSetup setup,
            Map<String, NodeObject> nodes) {
        var labels = new HashMap<String, String>();
        intent.assignments()
                .forEach(takes -> takes.nodes().namesIn(snapshot).forEach(name -> labels.put(name, takes.config())));
        var texts = new TreeMap<>(setup.configs().map(SharingConfigs::texts).orElseGet(TreeMap::new));
        texts.putAll(intent.write());
        texts.keySet().removeAll(intent.remove());
        var after = setup.withConfigs(locationAfter(intent, setup), texts);
        var turns = new ArrayList<NodeReconfiguration>();
        for (var node : SharingSetup.gpuNodes(snapshot)) {
            var object = nodes.get(node.name());
            var now = object == null ? node.facts().label(ConfigChoice.LABEL)
                    : object.labels().getOrDefault(ConfigChoice.LABEL, "");
            var then = labels.getOrDefault(node.name(), now);
            var before = setup.choiceForLabel(now);
            var choice = after.choiceForLabel(then);
            boolean edited = !configText(setup, before.configName()).equals(configText(after, choice.configName()));
            if (edited || !before.configName().equals(choice.configName()) || !now.equals(then)) {
                turns.add(new NodeReconfiguration(node, then, !now.equals(then), before, choice,
                        after.sharesOf(choice).orElse(DeviceShares.NONE)));
            }
        }
        return new NodeReconfigurations(after, labels, turns);
    }

    private static ConfigLocation locationAfter(ChangeSharing intent, SharingSetup setup) {
        var told = setup.location();
        if (intent.defaultConfig().isPresent()) {
            var map = intent.defaultConfig().get().configMap();
            var same = told.configMap().isEmpty() ? ChangeSharing.NEW_MAP : told.configMap();
            return told.withConfigMap(map.equals(ChangeSharing.SAME_MAP) ? same : map,
                    intent.defaultConfig().get().config());
        }
        boolean named = !told.configMap().isEmpty()
                || setup.owner().kind() != SharingSetup.PluginOwner.PluginOwnerKind.OPERATOR;
        return named || intent.write().isEmpty() ? told
                : told.withConfigMap(ChangeSharing.NEW_MAP, told.defaultConfig());
    }

    private static String configText(SharingSetup setup, String key) {
        return setup.configs().map(configs -> configs.texts().getOrDefault(key, "")).orElse("");
    }
}
