package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.labels.LabelSelector;
import tessera.kube.quantity.QuantityParser;

/** A persistent volume and the claims that it can serve. */
record SimulatedBindableVolume(JsonNode volume) {

    /** Reserves a volume for a claim. */
    static void reserveFor(ObjectNode spec, JsonNode claim) {
        spec.putObject("claimRef").put("kind", "PersistentVolumeClaim").put("apiVersion", "v1")
                .put("namespace", SimulatedStoreJsonCodec.textAt(claim, "metadata", "namespace"))
                .put("name", SimulatedStoreJsonCodec.textAt(claim, "metadata", "name"))
                .put("uid", SimulatedStoreJsonCodec.textAt(claim, "metadata", "uid"));
    }

    /** Returns whether it is reserved for any claim. */
    boolean isReserved() {
        return volume.path("spec").hasNonNull("claimRef");
    }

    /** Returns whether it is new, or was released and its claim reference cleared. */
    boolean isNewlyAvailable() {
        var phase = volume.path("status").path("phase").asText();
        return phase.matches("|Pending") || (phase.equals("Released")
                && volume.path("spec").path("claimRef").path("uid").asText().isEmpty());
    }

    /** Returns whether it is not reserved for another claim. */
    boolean isOpenTo(JsonNode claim) {
        var owner = volume.path("spec").path("claimRef");
        var uid = owner.path("uid").asText();
        return !isReserved()
                || (owner.path("namespace").asText()
                        .equals(SimulatedStoreJsonCodec.textAt(claim, "metadata", "namespace"))
                        && owner.path("name").asText().equals(SimulatedStoreJsonCodec.textAt(claim, "metadata", "name"))
                        && (uid.isEmpty() || uid.equals(SimulatedStoreJsonCodec.textAt(claim, "metadata", "uid"))));
    }

    /** Returns whether a claim that names no volume may use it. */
    boolean isSuitableFor(JsonNode claim) {
        return isOpenTo(claim) && mismatchMessage(claim) == null && matchesSelector(claim);
    }

    private boolean matchesSelector(JsonNode claim) {
        var selector = claim.path("spec").path("selector");
        return isReserved() || selector.isMissingNode()
                || LabelSelector.of(selector).matches(labels());
    }

    private Map<String, String> labels() {
        return volume.path("metadata").path("labels").propertyStream()
                .collect(Collectors.toMap(Map.Entry::getKey, label -> label.getValue().asText()));
    }

    /** Returns the API server's reason for which a claim cannot use it; null if it can. */
    @Nullable
    String mismatchMessage(JsonNode claim) {
        var wants = claim.path("spec");
        var has = volume.path("spec");
        if (capacityBytes() < storageBytes(wants.path("resources").path("requests"))) {
            return "requested PV is too small";
        }
        if (!has.path("storageClassName").asText().equals(wants.path("storageClassName").asText())) {
            return "storageClassName does not match";
        }
        if (!has.path("volumeMode").asText("Filesystem").equals(wants.path("volumeMode").asText("Filesystem"))) {
            return "incompatible volumeMode";
        }
        return textsOf(has.path("accessModes")).containsAll(textsOf(wants.path("accessModes"))) ? null
                : "incompatible accessMode";
    }

    long capacityBytes() {
        return storageBytes(volume.path("spec").path("capacity"));
    }

    private static long storageBytes(JsonNode quantities) {
        return QuantityParser.parseUnits(quantities.path("storage").asText()).orElse(0);
    }

    private static Set<String> textsOf(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
