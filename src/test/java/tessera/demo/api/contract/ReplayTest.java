package tessera.demo.api.contract;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replays the recordings of one folder, one after the other, against one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ReplayTest {

    private final String folder;
    private ContractServer server;
    private Fixture fixture;

    ReplayTest(String folder) {
        this.folder = folder;
    }

    @BeforeAll
    void start() {
        server = new ContractServer();
        fixture = new Fixture(folder, server);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    Stream<Fixture.Replay> recordings() {
        return Fixture.replays(folder);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("recordings")
    void answersAsRecorded(Fixture.Replay replay) throws IOException, InterruptedException {
        fixture.prepare(replay);
        var request = fixture.request(replay);
        if (replay.recording().response().has("frames")) {
            try (var client = server.connect()) {
                Frames.check(server.send(client, request), replay.recording().response());
            }
        } else {
            Comparison.check(server.send(request), replay);
        }
    }
}
