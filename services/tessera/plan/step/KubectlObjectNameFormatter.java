package tessera.plan.step;

import tessera.model.ObjectRef;

/** The names of objects on kubectl command lines. */
final class KubectlObjectNameFormatter {

    private KubectlObjectNameFormatter() {}

    /** Returns the object in kubectl's form, with its group, as groups share resource names. */
    static String objectName(ObjectRef object) {
        return kindName(object) + "/" + object.name()
                + (object.namespace().isEmpty() ? "" : " -n " + object.namespace());
    }

    static String kindName(ObjectRef object) {
        return object.resource() + (object.group().isEmpty() ? "" : "." + object.group());
    }
}
