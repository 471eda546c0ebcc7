package tessera.scheduling;

import java.util.List;
import java.util.Map;
import tessera.model.NodeSummary;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DeviceShareCounts;
import tessera.sharing.GkeSharingLabels;
import tessera.sharing.GpuSharingStrategy;
import tessera.sharing.GpuSharingStrategyLookup;

/**
 * The rules by which kubelets treat containers that request several shares of a device. Schedulers know nothing of it.
 *
 * @param sharesByConfig of the device plugin, by name, those that can be read
 * @param defaultConfig   the name of that which nodes without a label take; empty for none
 */
record KubeletSharedDeviceRequestRules(Map<String, DeviceShareCounts> sharesByConfig, String defaultConfig) {

    static final KubeletSharedDeviceRequestRules UNKNOWN = new KubeletSharedDeviceRequestRules(Map.of(), "");

    KubeletSharedDeviceRequestRules {
        sharesByConfig = Map.copyOf(sharesByConfig);
    }

    /** The possible answers of a kubelet. */
    enum KubeletShareAdmissionResult {
        /** What it asks for are no shares. */
        WHOLE,
        /** It gets several, perhaps of one device. */
        TAKES,
        REFUSES,
        /** How the node is configured is not known. */
        UNCLEAR
    }

    /** Returns the answer of a node's kubelet to a container that requests several of a resource. */
    KubeletShareAdmissionResult answerFor(NodeSummary node, String resource) {
        var means = GpuSharingStrategyLookup.find(node.labels(), resource);
        if (means.isEmpty()) {
            return KubeletShareAdmissionResult.WHOLE;
        }
        if (!node.label(GkeSharingLabels.STRATEGY).isEmpty()) {
            return gkeAnswer(node, resource, means.get());
        }
        if (means.get() == GpuSharingStrategy.MPS) {
            return KubeletShareAdmissionResult.REFUSES;
        }
        var choice = DevicePluginConfigChoice.choose(node.label(DevicePluginConfigChoice.LABEL), defaultConfig,
                sharesByConfig.keySet(), List.of(DevicePluginConfigChoice.PluginConfigFallbackRule.EMPTY));
        var shares = sharesByConfig.getOrDefault(choice.configName(), DeviceShareCounts.NONE);
        if (shares.replicasOf(DeviceShareCounts.baseName(resource)) < DeviceShareCounts.FEWEST) {
            return KubeletShareAdmissionResult.UNCLEAR;
        }
        return shares.failsAboveOne() ? KubeletShareAdmissionResult.REFUSES : KubeletShareAdmissionResult.TAKES;
    }

    /** Returns the answer on GKE, whose device plugin allows several shares only by MPS and where the node has one GPU. */
    private static KubeletShareAdmissionResult gkeAnswer(NodeSummary node, String resource, GpuSharingStrategy means) {
        boolean oneGpu = node.label(GkeSharingLabels.CLIENTS).equals(Long.toString(node.capacity().get(resource)));
        return means == GpuSharingStrategy.MPS && oneGpu ? KubeletShareAdmissionResult.TAKES
                : KubeletShareAdmissionResult.REFUSES;
    }
}
