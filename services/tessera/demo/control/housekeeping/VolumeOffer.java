package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.StoreLabelSelector;
import tessera.model.Quantity;

/** A persistent volume, and which claims it may serve. */
record VolumeOffer(JsonNode volume) {

    /** Keeps a volume for a claim. */
    static void keep(ObjectNode spec, JsonNode claim) {
        spec.putObject("claimRef").put("kind", "PersistentVolumeClaim").put("apiVersion", "v1")
                .put("namespace", StoreJson.text(claim, "metadata", "namespace"))
                .put("name", StoreJson.text(claim, "metadata", "name"))
                .put("uid", StoreJson.text(claim, "metadata", "uid"));
    }

    /** Whether it is kept for some claim. */
    boolean kept() {
        return volume.path("spec").hasNonNull("claimRef");
    }

    /** Whether it is new, or somebody took away from it the claim that it was kept for and that is gone. */
    boolean fresh() {
        var phase = volume.path("status").path("phase").asText();
        return phase.matches("|Pending") || (phase.equals("Released")
                && volume.path("spec").path("claimRef").path("uid").asText().isEmpty());
    }

    /** Whether it is kept for nobody else. */
    boolean openTo(JsonNode claim) {
        var owner = volume.path("spec").path("claimRef");
        var uid = owner.path("uid").asText();
        return !kept() || (owner.path("namespace").asText().equals(StoreJson.text(claim, "metadata", "namespace"))
                && owner.path("name").asText().equals(StoreJson.text(claim, "metadata", "name"))
                && (uid.isEmpty() || uid.equals(StoreJson.text(claim, "metadata", "uid"))));
    }

    /** Whether a claim that names none may have it. */
    boolean suits(JsonNode claim) {
        return openTo(claim) && mismatch(claim) == null && selected(claim);
    }

    private boolean selected(JsonNode claim) {
        var selector = claim.path("spec").path("selector");
        return kept() || selector.isMissingNode() || StoreLabelSelector.of(selector).matches(labels());
    }

    private Map<String, String> labels() {
        return volume.path("metadata").path("labels").propertyStream()
                .collect(Collectors.toMap(Map.Entry::getKey, label -> label.getValue().asText()));
    }

    /** Why a claim cannot have it, in the server's words; null where it can. */
    @Nullable
    String mismatch(JsonNode claim) {
        var wants = claim.path("spec");
        var has = volume.path("spec");
        if (bytes() < bytes(wants.path("resources").path("requests"))) {
            return "requested PV is too small";
        }
        if (!has.path("storageClassName").asText().equals(wants.path("storageClassName").asText())) {
            return "storageClassName does not match";
        }
        if (!has.path("volumeMode").asText("Filesystem").equals(wants.path("volumeMode").asText("Filesystem"))) {
            return "incompatible volumeMode";
        }
        return texts(has.path("accessModes")).containsAll(texts(wants.path("accessModes"))) ? null
                : "incompatible accessMode";
    }

    long bytes() {
        return bytes(volume.path("spec").path("capacity"));
    }

    private static long bytes(JsonNode quantities) {
        return Quantity.units(quantities.path("storage").asText()).orElse(0);
    }

    private static Set<String> texts(JsonNode list) {
        var texts = new HashSet<String>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}
