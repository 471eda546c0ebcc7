package tessera.plan.intent;

import tessera.kube.names.NameFormatRules;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;

/** The name and namespace of a Helm release. */
public record HelmReleaseNamespacedName(String name, String namespace) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseNamespacedName.class);
    public static final HelmReleaseNamespacedName USUAL = new HelmReleaseNamespacedName("gpu-operator", "gpu-operator");

    private static final int LONGEST = 53;

    /** Returns whether Helm accepts the name. */
    public boolean isValid() {
        return name.length() <= LONGEST && NameFormatRules.isLabel(name) && namespace.length() <= LONGEST
                && NameFormatRules.isLabel(namespace);
    }

    /** Returns a reference to the release as if it were an API object, for display. */
    public ObjectRef toObjectRef() {
        return new ObjectRef("helm.sh/v1", "Release", "releases", namespace, name);
    }

    @Override
    public String toString() {
        return MESSAGES.text("release.name", name, namespace);
    }
}
