package tessera.cluster.object;

import tessera.model.ProblemException;
import tessera.model.ServerVersion;

/** Reader of an API server's version. */
public final class ServerVersionReader {

    private ServerVersionReader() {}

    /** Reads the version from the server. */
    public static ServerVersion readVersion(ApiObjectReader objects) throws ProblemException, InterruptedException {
        var version = objects.readJson("/version", "read the version");
        return new ServerVersion(version.path("gitVersion").asText(), version.path("platform").asText());
    }
}
