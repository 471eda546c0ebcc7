package tessera.plan.step;

import tessera.model.ObjectRef;
import tessera.text.OptionalText;

/** The names of objects on kubectl command lines. */
final class KubectlObjectNameFormatter {

    private KubectlObjectNameFormatter() {}

    /** Returns the object in kubectl's form, with its group, as groups share resource names. */
    static String objectName(ObjectRef object) {
        return kindName(object) + "/" + object.name() + OptionalText.prefixed(" -n ", object.namespace());
    }

    static String kindName(ObjectRef object) {
        return object.resource() + OptionalText.prefixed(".", object.group());
    }
}
