package tessera.cluster.object;

import tessera.model.Failure;
import tessera.model.ServerVersion;

/** What an API server says it is, as it is read from there. */
public final class ServerVersions {

    private ServerVersions() {}

    /** Waits for the server. */
    public static ServerVersion read(ObjectLists objects) throws Failure, InterruptedException {
        var version = objects.read("/version", "read the version");
        return new ServerVersion(version.path("gitVersion").asText(), version.path("platform").asText());
    }
}
