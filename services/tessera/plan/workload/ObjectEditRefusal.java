package tessera.plan.workload;

import java.util.List;
import tessera.text.Reason;

/** The reason why an edited object cannot be sent. */
sealed interface ObjectEditRefusal extends Reason {

    record EditedTextMalformed() implements ObjectEditRefusal {}

    record EditedObjectReplaced(String object) implements ObjectEditRefusal {}

    record EditChangesIdentity(String field) implements ObjectEditRefusal {}

    /**
     * A section that is missing in the edit and would be deleted.
     *
     * @param emptied the notation of an empty section
     */
    record EditDropsSection(String section, String emptied) implements ObjectEditRefusal {}

    record SecretDataHidden() implements ObjectEditRefusal {}

    record EditOutdated(String object, List<String> fields) implements ObjectEditRefusal {}
}
