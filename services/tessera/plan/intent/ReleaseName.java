package tessera.plan.intent;

import java.util.regex.Pattern;
import tessera.model.ObjectRef;

/** The name of a Helm release and the namespace it lives in. */
public record ReleaseName(String name, String namespace) {

    public static final ReleaseName USUAL = new ReleaseName("gpu-operator", "gpu-operator");

    private static final int LONGEST = 53;
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    /** Whether Helm takes such a name. */
    public boolean valid() {
        return name.length() <= LONGEST && NAME.matcher(name).matches() && namespace.length() <= LONGEST
                && NAME.matcher(namespace).matches();
    }

    /** The release as an object; there is no such kind in the API, but it is what one speaks of. */
    public ObjectRef object() {
        return new ObjectRef("helm.sh/v1", "Release", "releases", namespace, name);
    }

    @Override
    public String toString() {
        return name + " in " + namespace;
    }
}
