package tessera.plan.step;

import tessera.model.ObjectRef;

/** How objects are named on a command line. */
final class Shell {

    private Shell() {}

    /** The object as kubectl is told of it; with its group, as resources of several groups share a name. */
    static String object(ObjectRef object) {
        var group = object.group().isEmpty() ? "" : "." + object.group();
        return object.resource() + group + "/" + object.name()
                + (object.namespace().isEmpty() ? "" : " -n " + object.namespace());
    }
}
