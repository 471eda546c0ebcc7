package tessera.cluster.object;

import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.text.MessageCatalog;

/** Reader of an API server's version. */
public final class ServerVersionReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ServerVersionReader.class);

    private ServerVersionReader() {}

    /** Reads the version from the server. */
    public static ServerVersion readVersion(ApiObjectReader objects) throws ProblemException, InterruptedException {
        var version = objects.readJson("/version", MESSAGES.text("read.version"));
        return new ServerVersion(version.path("gitVersion").asText(), version.path("platform").asText());
    }
}
