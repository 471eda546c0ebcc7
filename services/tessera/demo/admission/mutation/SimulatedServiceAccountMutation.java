package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.object.SimulatedApiException;

/** The service account of a new pod, and the token volume in its containers. */
final class SimulatedServiceAccountMutation {

    private static final String VOLUME = "kube-api-access-";
    private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final int READABLE = 420;
    private static final int TOKEN_SECONDS = 3607;

    private final SimulatedClusterObjectLookup lookup;
    private final String suffix;

    SimulatedServiceAccountMutation(SimulatedClusterObjectLookup lookup, String suffix) {
        this.lookup = lookup;
        this.suffix = suffix;
    }

    /** Adds the account and its token volume to {@code spec}. */
    void mountToken(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
        if (pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror")) {
            return;
        }
        JsonTreeOperations.putIfMissing(spec, "serviceAccountName", "default");
        var name = spec.path("serviceAccountName").asText();
        spec.put("serviceAccount", name);
        var namespace = pod.path("metadata").path("namespace").asText();
        var account = lookup.find("ServiceAccount", namespace, name)
                .orElseThrow(() -> SimulatedPodAdmissionMutation.forbidden(pod,
                        "error looking up service account %s/%s: serviceaccount"
                                .formatted(namespace, name) + " \"" + name + "\" not found"));
        boolean wanted = spec.has("automountServiceAccountToken")
                ? spec.path("automountServiceAccountToken").asBoolean()
                : account.path("automountServiceAccountToken").asBoolean(true);
        if (wanted) {
            mountVolume(spec);
        }
        if (spec.path("imagePullSecrets").isEmpty() && !account.path("imagePullSecrets").isEmpty()) {
            spec.set("imagePullSecrets", account.path("imagePullSecrets").deepCopy());
        }
    }

    private void mountVolume(ObjectNode spec) {
        var existing = spec.path("volumes").findValuesAsText("name").stream().filter(name -> name.startsWith(VOLUME))
                .findFirst();
        var volume = existing.orElse(VOLUME + suffix);
        boolean used = false;
        for (var list : List.of("initContainers", "containers")) {
            for (var container : spec.path(list)) {
                if (container instanceof ObjectNode object && !hasMount(object)) {
                    JsonTreeOperations.childArray(object, "volumeMounts").addObject().put("name", volume)
                            .put("readOnly", true)
                            .put("mountPath", PATH);
                    used = true;
                }
            }
        }
        if (used && existing.isEmpty()) {
            JsonTreeOperations.childArray(spec, "volumes").add(tokenVolume(volume));
        }
    }

    private static boolean hasMount(ObjectNode container) {
        return container.path("volumeMounts").findValuesAsText("mountPath").contains(PATH);
    }

    private static ObjectNode tokenVolume(String name) {
        var volume = JsonTreeOperations.newObject().put("name", name);
        var projected = volume.putObject("projected");
        var sources = projected.putArray("sources");
        sources.addObject().putObject("serviceAccountToken").put("expirationSeconds", TOKEN_SECONDS).put("path",
                "token");
        var certificates = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        certificates.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
        sources.addObject().putObject("downwardAPI").putArray("items").addObject().put("path", "namespace")
                .putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
        projected.put("defaultMode", READABLE);
        return volume;
    }
}
