package tessera.cluster.change;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.ClusterConnection;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.ApiObjectReader;
import tessera.plan.context.ServedKindReader;

import static org.assertj.core.api.Assertions.assertThat;

/** Of more objects than are read, nobody says that one is not there. */
class CutNamesTest {

    private ScriptedServer server;
    private ClusterConnection connection;
    private HttpReferencedObjectReader manifests;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(exchange -> exchange.json(200, "{}"));
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_ONLY);
        manifests = new HttpReferencedObjectReader(new ApiObjectReader(() -> connection));
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private void answers(String more) {
        server.script(exchange -> exchange.json(200,
                "{\"metadata\":{\"continue\":\"%s\"},\"items\":[{\"metadata\":{\"name\":\"a\"}}]}".formatted(more)));
    }

    @Test
    void theNamesOfAllThatThereAreAreKnown() throws Exception {
        answers("");
        assertThat(ServedKindReader.listNames(manifests).names()).containsEntry("Namespace", Set.of("a"))
                .containsOnlyKeys("Namespace", "PriorityClass", "RuntimeClass", "StorageClass");
        assertThat(ServedKindReader.listNames(manifests).unknownReasons()).isEmpty();
    }

    @Test
    void whoAsksForNamesIsSentNothingThatTheObjectsHold() throws Exception {
        answers("");
        ServedKindReader.listNames(manifests);
        assertThat(server.exchanges()).last().extracting(exchange -> exchange.headers.get("accept")).asString()
                .startsWith("application/json;as=PartialObjectMetadataList;");
    }

    @Test
    void whereThereAreMoreThanAreReadWhichThereAreIsNotKnown() throws Exception {
        answers("more");
        assertThat(ServedKindReader.listNames(manifests).names()).isEmpty();
        assertThat(ServedKindReader.listNames(manifests).unknownReasons()).containsEntry("Namespace",
                "The cluster has too many objects of this kind to list");
        assertThat(ServedKindReader.hasAny(manifests, "v1/Namespace/namespaces")).isTrue();
    }
}
