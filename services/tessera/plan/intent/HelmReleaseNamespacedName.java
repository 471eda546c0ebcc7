package tessera.plan.intent;

import java.util.regex.Pattern;
import tessera.model.ObjectRef;

/** The name and namespace of a Helm release. */
public record HelmReleaseNamespacedName(String name, String namespace) {

    public static final HelmReleaseNamespacedName USUAL = new HelmReleaseNamespacedName("gpu-operator", "gpu-operator");

    private static final int LONGEST = 53;
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    /** Returns whether Helm accepts the name. */
    public boolean isValid() {
        return name.length() <= LONGEST && NAME.matcher(name).matches() && namespace.length() <= LONGEST
                && NAME.matcher(namespace).matches();
    }

    /** Returns a reference to the release as if it were an API object, for display. */
    public ObjectRef toObjectRef() {
        return new ObjectRef("helm.sh/v1", "Release", "releases", namespace, name);
    }

    @Override
    public String toString() {
        return name + " in " + namespace;
    }
}
