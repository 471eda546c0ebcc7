package tessera.fit;

import java.util.List;
import java.util.Map;
import tessera.model.NodeFacts;
import tessera.sharing.ConfigChoice;
import tessera.sharing.Means;
import tessera.sharing.Shared;
import tessera.sharing.Shares;

/**
 * What kubelets make of containers that ask for several shares of a device. Schedulers know nothing of it.
 *
 * @param configs of the device plugin, by name, those that can be read
 * @param usual   the name of that which nodes without a label take; empty for none
 */
record ShareRules(Map<String, Shares> configs, String usual) {

    static final ShareRules UNKNOWN = new ShareRules(Map.of(), "");

    ShareRules {
        configs = Map.copyOf(configs);
    }

    /** What becomes of a container that is placed. */
    enum Answer {
        /** What it asks for are no shares. */
        WHOLE,
        /** It gets several, perhaps of one device. */
        TAKES,
        REFUSES,
        /** How the node is configured is not known. */
        UNCLEAR
    }

    /** What the kubelet of a node says to who asks for several of a resource in one container. */
    Answer several(NodeFacts node, String resource) {
        var means = Shared.by(node.labels(), resource);
        if (means.isEmpty()) {
            return Answer.WHOLE;
        }
        if (means.get() == Means.MPS) {
            return Answer.REFUSES;
        }
        var choice = ConfigChoice.of(node.label(ConfigChoice.LABEL), usual, configs.keySet(),
                List.of(ConfigChoice.Fallback.EMPTY));
        var shares = configs.getOrDefault(choice.key(), Shares.NONE);
        if (shares.of(Shares.unshared(resource)) < Shares.FEWEST) {
            return Answer.UNCLEAR;
        }
        return shares.onlyOne() ? Answer.REFUSES : Answer.TAKES;
    }
}
