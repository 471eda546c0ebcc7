package tessera.cluster.object;

import tessera.model.Failure;
import tessera.model.ServerVersion;

/** Reader of an API server's version. */
public final class ServerVersions {

    private ServerVersions() {}

    /** Reads the version from the server. */
    public static ServerVersion readVersion(ObjectLists objects) throws Failure, InterruptedException {
        var version = objects.readJson("/version", "read the version");
        return new ServerVersion(version.path("gitVersion").asText(), version.path("platform").asText());
    }
}
