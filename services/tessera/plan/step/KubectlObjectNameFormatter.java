package tessera.plan.step;

import tessera.model.ObjectRef;
import tessera.text.OptionalText;

/** The names of objects on kubectl command lines. */
final class KubectlObjectNameFormatter {

    private KubectlObjectNameFormatter() {}

    /** Returns the object in kubectl's form. */
    static String objectName(ObjectRef object) {
        return object.groupResource() + "/" + object.name() + OptionalText.prefixed(" -n ", object.namespace());
    }
}
