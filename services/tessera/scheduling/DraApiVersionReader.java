package tessera.scheduling;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/** The API version in which a cluster serves dynamic resource allocation. */
public final class DraApiVersionReader {

    /** The newest first; those before them had another shape. */
    public static final List<String> VERSIONS = List.of("resource.k8s.io/v1", "resource.k8s.io/v1beta2",
            "resource.k8s.io/v1beta1");

    private DraApiVersionReader() {}

    /** Reads the served version from the cluster; blocks. The newest where it serves none. */
    public static String readServedVersion(ClusterObjectSource source) throws ProblemException, InterruptedException {
        for (var version : VERSIONS) {
            var some = new AtomicBoolean();
            boolean all = source.forEach(new ObjectRef(version, "DeviceClass", "deviceclasses", "", ""), "",
                    element -> some.set(true));
            if (all || some.get()) {
                return version;
            }
        }
        return VERSIONS.getFirst();
    }
}
