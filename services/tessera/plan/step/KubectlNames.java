package tessera.plan.step;

import tessera.model.ObjectRef;

/** How objects are named on a command line. */
final class KubectlNames {

    private KubectlNames() {}

    /** The object as kubectl is told of it; with its group, as resources of several groups share a name. */
    static String object(ObjectRef object) {
        return kind(object) + "/" + object.name()
                + (object.namespace().isEmpty() ? "" : " -n " + object.namespace());
    }

    static String kind(ObjectRef object) {
        return object.resource() + (object.group().isEmpty() ? "" : "." + object.group());
    }
}
