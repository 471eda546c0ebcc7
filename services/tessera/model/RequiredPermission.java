package tessera.model;

import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/**
 * A permission that a request to the API server requires.
 *
 * @param verb        e.g. {@code patch}
 * @param group       empty for the core
 * @param subresource empty for the object itself
 * @param namespace   empty for the whole cluster
 * @param name        of the object; empty for any
 */
public record RequiredPermission(String verb, String group, String resource, String subresource, String namespace,
        String name) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RequiredPermission.class);

    public static RequiredPermission forObject(String verb, ObjectRef object, String subresource) {
        return new RequiredPermission(verb, object.group(), object.resource(), subresource, object.namespace(),
                object.name());
    }

    /** Returns the same access to any object of the kind. */
    public RequiredPermission forAnyName() {
        return new RequiredPermission(verb, group, resource, subresource, namespace, "");
    }

    /** Returns the verb and resource, e.g. {@code create pods/exec}. */
    public String actionText() {
        return verb + " " + resource + OptionalText.prefixed("/", subresource);
    }

    /** Returns the access, to follow “may not”. */
    public String accessText() {
        return MESSAGES.text("permission", actionText() + OptionalText.prefixed(".", group), namespace);
    }

    /** The server's answer on an access. */
    public record PermissionAnswer(RequiredPermission permission, boolean allowed, String reason) {}
}
