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
 * How a cluster is told to share once a wish has come true, and which nodes that turns.
 *
 * @param after  the cluster then
 * @param labels of the nodes that are meant, by name
 * @param turns  nodes that take another configuration or one that says something else, and nodes that are to be labelled
 */
record NodeReconfigurations(SharingSetup after, Map<String, String> labels, List<NodeReconfiguration> turns) {

    /** @param nodes those that are meant, as they are at this moment */
    static NodeReconfigurations of(ChangeSharing intent, Snapshot snapshot, SharingSetup setup,
            Map<String, NodeObject> nodes) {
        var labels = new HashMap<String, String>();
        intent.takes().forEach(takes -> takes.nodes().in(snapshot).forEach(name -> labels.put(name, takes.config())));
        var texts = new TreeMap<>(setup.configs().map(SharingConfigs::texts).orElseGet(TreeMap::new));
        texts.putAll(intent.write());
        texts.keySet().removeAll(intent.forget());
        var after = setup.with(told(intent, setup), texts);
        var turns = new ArrayList<NodeReconfiguration>();
        for (var node : SharingSetup.gpuNodes(snapshot)) {
            var object = nodes.get(node.name());
            var now = object == null ? node.facts().label(ConfigChoice.LABEL)
                    : object.labels().getOrDefault(ConfigChoice.LABEL, "");
            var then = labels.getOrDefault(node.name(), now);
            var before = setup.choice(now);
            var choice = after.choice(then);
            boolean edited = !text(setup, before.key()).equals(text(after, choice.key()));
            if (edited || !before.key().equals(choice.key()) || !now.equals(then)) {
                turns.add(new NodeReconfiguration(node, then, !now.equals(then), before, choice,
                        after.shares(choice).orElse(DeviceShares.NONE)));
            }
        }
        return new NodeReconfigurations(after, labels, turns);
    }

    private static ConfigLocation told(ChangeSharing intent, SharingSetup setup) {
        var told = setup.told();
        if (intent.usual().isPresent()) {
            var map = intent.usual().get().map();
            var same = told.map().isEmpty() ? ChangeSharing.NEW_MAP : told.map();
            return told.with(map.equals(ChangeSharing.SAME_MAP) ? same : map, intent.usual().get().config());
        }
        boolean named = !told.map().isEmpty() || setup.keeper().kind() != SharingSetup.PluginKeeper.KeeperKind.OPERATOR;
        return named || intent.write().isEmpty() ? told
                : told.with(ChangeSharing.NEW_MAP, told.usual());
    }

    private static String text(SharingSetup setup, String key) {
        return setup.configs().map(configs -> configs.texts().getOrDefault(key, "")).orElse("");
    }
}
