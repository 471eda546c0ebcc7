package tessera.scheduling;

import java.util.List;
import java.util.Map;
import tessera.model.NodeFacts;
import tessera.sharing.ConfigChoice;
import tessera.sharing.DeviceShares;
import tessera.sharing.SharingStrategy;
import tessera.sharing.SharingStrategyLookup;

/**
 * The rules by which kubelets treat containers that request several shares of a device. Schedulers know nothing of it.
 *
 * @param sharesByConfig of the device plugin, by name, those that can be read
 * @param defaultConfig   the name of that which nodes without a label take; empty for none
 */
record ShareRules(Map<String, DeviceShares> sharesByConfig, String defaultConfig) {

    static final ShareRules UNKNOWN = new ShareRules(Map.of(), "");

    ShareRules {
        sharesByConfig = Map.copyOf(sharesByConfig);
    }

    /** The possible answers of a kubelet. */
    enum ShareAnswer {
        /** What it asks for are no shares. */
        WHOLE,
        /** It gets several, perhaps of one device. */
        TAKES,
        REFUSES,
        /** How the node is configured is not known. */
        UNCLEAR
    }

    /** Returns the answer of a node's kubelet to a container that requests several of a resource. */
    ShareAnswer answerFor(NodeFacts node, String resource) {
        var means = SharingStrategyLookup.find(node.labels(), resource);
        if (means.isEmpty()) {
            return ShareAnswer.WHOLE;
        }
        if (means.get() == SharingStrategy.MPS) {
            return ShareAnswer.REFUSES;
        }
        var choice = ConfigChoice.choose(node.label(ConfigChoice.LABEL), defaultConfig, sharesByConfig.keySet(),
                List.of(ConfigChoice.Fallback.EMPTY));
        var shares = sharesByConfig.getOrDefault(choice.configName(), DeviceShares.NONE);
        if (shares.replicasOf(DeviceShares.baseName(resource)) < DeviceShares.FEWEST) {
            return ShareAnswer.UNCLEAR;
        }
        return shares.failsAboveOne() ? ShareAnswer.REFUSES : ShareAnswer.TAKES;
    }
}
