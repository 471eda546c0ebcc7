package tessera.plan.operator;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import tessera.kube.scheduling.Taint;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.plan.context.HelmChartMetadata;
import tessera.plan.step.PlanStep;

/** The validation pod: it is given one GPU and runs {@code nvidia-smi}, which comes with the driver. */
final class NvidiaSmiValidationPod {

    private static final String GPU = "nvidia.com/gpu";
    private static final String NAME = "tessera-validation";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int NOBODY = 65_534;

    private NvidiaSmiValidationPod() {}

    /**
     * The image, resource and node of a validation.
     *
     * @param resource of which one is asked for
     * @param node     empty for any
     */
    record ValidationRequest(String image, String resource, String node) {}

    /** Returns the image of the operator's validator, which is available where the stack runs. Empty where it is not told. */
    static String imageName(HelmValues set, Optional<HelmChartMetadata> chart) throws ProblemException {
        if (chart.isEmpty()) {
            return "";
        }
        var all = set.mergeOver(HelmValues.read(chart.get().defaultValues()));
        var repository = all.nodeAt("/validator/repository").asText("");
        var image = all.nodeAt("/validator/image").asText("");
        var version = all.nodeAt("/validator/version").asText("");
        if (repository.isEmpty() || image.isEmpty()) {
            return "";
        }
        return repository + "/" + image + imageVersionSuffix(version, chart);
    }

    private static String imageVersionSuffix(String version, Optional<HelmChartMetadata> chart) {
        if (version.startsWith("sha256:")) {
            return "@" + version;
        }
        return ":" + (version.isEmpty() ? chart.get().version() : version);
    }

    /** Returns the resource to request, a whole GPU rather than a MIG instance. */
    static String preferredResource(Map<String, String> free) {
        return free.containsValue(GPU) ? GPU : free.values().iterator().next();
    }

    static PlanStep.ProbePodStep probePodStep(String namespace, ValidationRequest request, Collection<Taint> taints) {
        var pod = new JsonMapper().createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        var metadata = pod.putObject("metadata").put("generateName", NAME + "-").put("namespace", namespace);
        metadata.putObject("labels").put("app.kubernetes.io/name", NAME).put("app.kubernetes.io/managed-by", "tessera");
        var spec = pod.putObject("spec").put("restartPolicy", "Never").put("automountServiceAccountToken", false)
                .put("activeDeadlineSeconds", PATIENCE.toSeconds());
        if (!request.node().isEmpty()) {
            placeOnNode(spec, request.node());
        }
        var tolerations = spec.putArray("tolerations");
        tolerations.addObject().put("key", GPU).put("operator", "Exists");
        taints.stream().map(Taint::key).distinct().filter(key -> !key.equals(GPU))
                .forEach(key -> tolerations.addObject().put("key", key).put("operator", "Exists"));
        spec.putObject("securityContext").put("runAsNonRoot", true).put("runAsUser", NOBODY).putObject("seccompProfile")
                .put("type", "RuntimeDefault");
        var container = spec.putArray("containers").addObject().put("name", "nvidia-smi").put("image", request.image());
        container.putArray("command").add("nvidia-smi");
        container.putArray("env").addObject().put("name", "NVIDIA_DRIVER_CAPABILITIES").put("value", "compute,utility");
        var resources = container.putObject("resources");
        resources.putObject("requests").put("cpu", "10m").put("memory", "64Mi");
        resources.putObject("limits").put("cpu", "500m").put("memory", "256Mi").put(request.resource(), 1);
        container.putObject("securityContext").put("allowPrivilegeEscalation", false).putObject("capabilities")
                .putArray("drop").add("ALL");
        return new PlanStep.ProbePodStep(new ObjectRef("v1", "Pod", "pods", namespace, NAME), pod.toString(), PATIENCE);
    }

    /** Places the pod on a node as DaemonSets do: regardless of labels, but by the scheduler, which counts free devices. */
    private static void placeOnNode(ObjectNode spec, String node) {
        var field = spec.putObject("affinity").putObject("nodeAffinity")
                .putObject("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms").addObject()
                .putArray("matchFields").addObject().put("key", "metadata.name").put("operator", "In");
        field.putArray("values").add(node);
    }
}
