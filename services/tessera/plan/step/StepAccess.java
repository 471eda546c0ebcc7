package tessera.plan.step;

import tessera.model.ObjectRef;

/**
 * Something one must be allowed to do.
 *
 * @param verb        e.g. {@code patch}
 * @param group       empty for the core
 * @param subresource empty for the object itself
 * @param namespace   empty for the whole cluster
 * @param name        of the object; empty for any
 */
public record StepAccess(String verb, String group, String resource, String subresource, String namespace,
        String name) {

    public static StepAccess to(String verb, ObjectRef object, String subresource) {
        return new StepAccess(verb, object.group(), object.resource(), subresource, object.namespace(), object.name());
    }

    /** The same, for any object of the kind. */
    public StepAccess ofAny() {
        return new StepAccess(verb, group, resource, subresource, namespace, "");
    }

    /** What is done to what, e.g. {@code create pods/exec}. */
    public String deed() {
        return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
    }

    /** Fit to follow “may not”. */
    public String words() {
        return deed() + (group.isEmpty() ? "" : "." + group)
                + (namespace.isEmpty() ? "" : " in the namespace “" + namespace + "”");
    }

    /** Whether one is allowed to, as the server says. */
    public record AccessAnswer(StepAccess access, boolean allowed, String reason) {}
}
