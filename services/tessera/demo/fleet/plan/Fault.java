package tessera.demo.fleet.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Something that is wrong with a node's machine and shows only when the GPU stack tries to do its work there. A node's
 * annotation names them, one after the other with commas.
 */
public enum Fault {

    /** No driver can be built for its kernel. */
    DRIVER_FAILS,
    /** Its kernel has loaded nouveau, which holds the GPUs and lets no other driver have them. */
    NOUVEAU,
    /** Its firmware lets the kernel load signed modules only, and what is built there is not. */
    SECURE_BOOT,
    /** Its boards cannot be reset by the guest, so that MIG mode changes only with a restart. */
    RESET_REFUSED,
    /** Pods of the metrics exporter that are to go hang. */
    OPERANDS_HANG;

    /** The annotation. */
    public static final String ANNOTATION = "demo.tessera/faults";

    /** As the annotation spells it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Those of a node. */
    public static Set<Fault> of(JsonNode node) {
        var text = "," + node.path("metadata").path("annotations").path(ANNOTATION).asText().replace(" ", "") + ",";
        var faults = EnumSet.noneOf(Fault.class);
        for (var fault : values()) {
            if (text.contains("," + fault.label() + ",")) {
                faults.add(fault);
            }
        }
        return faults;
    }
}
