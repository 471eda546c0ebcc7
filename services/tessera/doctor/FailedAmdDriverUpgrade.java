package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.Set;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.GpuNode;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.text.MessageCatalog;

/**
 * An upgrade of the driver of a node that AMD's operator gave up. It tells so in the status of a DeviceConfig alone.
 *
 * @param state    in the operator's words, e.g. {@code Drain-Failed}
 * @param evidence where it is told, and of which driver
 */
record FailedAmdDriverUpgrade(String node, String state, List<String> evidence) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FailedAmdDriverUpgrade.class);
    private static final ObjectRef KIND = new ObjectRef("amd.com/v1alpha1", "DeviceConfig", "deviceconfigs", "", "");
    private static final Set<String> FAILED = Set.of("Upgrade-Failed", "Upgrade-Timed-Out", "Cordon-Failed",
            "Uncordon-Failed", "Drain-Failed", "Reboot-Failed");

    FailedAmdDriverUpgrade {
        evidence = List.copyOf(evidence);
    }

    /** Reads those of some nodes; asks for nothing where none of these is AMD's. Waits for the cluster. */
    static List<FailedAmdDriverUpgrade> read(List<GpuNode> nodes, ClusterObjectSource objects)
            throws ProblemException, InterruptedException {
        var names = nodes.stream().filter(node -> node.vendor().equals("AMD")).map(GpuNode::name).toList();
        var failed = new ArrayList<FailedAmdDriverUpgrade>();
        if (!names.isEmpty()) {
            objects.forEach(KIND, "", config -> collectFailures(config, names, failed));
        }
        return failed;
    }

    private static void collectFailures(JsonNode config, List<String> names, List<FailedAmdDriverUpgrade> failed) {
        config.at("/status/nodeModuleStatus").properties().stream().filter(
                node -> names.contains(node.getKey()) && FAILED.contains(node.getValue().path("status").asText()))
                .forEach(node -> failed.add(of(config, node)));
    }

    private static FailedAmdDriverUpgrade of(JsonNode config, Entry<String, JsonNode> node) {
        var module = node.getValue();
        var state = module.path("status").asText();
        var evidence = new ArrayList<String>();
        evidence.add(MESSAGES.text("upgrade.status", config.at("/metadata/name").asText(),
                config.at("/metadata/namespace").asText(), node.getKey(), state));
        if (module.hasNonNull("containerImage")) {
            evidence.add(MESSAGES.text("upgrade.image", module.path("containerImage").asText()));
        }
        return new FailedAmdDriverUpgrade(node.getKey(), state, evidence);
    }

    DiagnosisFinding finding(GpuStackSymptomCatalog catalog) {
        return catalog.finding("amd-upgrade-failed", SymptomPlaceholderValues.ofNode(node, state), evidence);
    }
}
