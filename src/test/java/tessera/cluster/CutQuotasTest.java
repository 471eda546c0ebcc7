package tessera.cluster;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.fixture.Seen;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.object.HttpObjectReader;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.SessionConnectionStatus;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTableBuilder;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaRowStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** Where there are more quotas than are read, nobody is told that these were all. */
@Timeout(60)
class CutQuotasTest {

    private ScriptedCluster cluster;
    private ClusterSession session;

    @BeforeEach
    void open() throws Exception {
        cluster = new ScriptedCluster();
        var context = Contexts.context(cluster.server().address());
        session = ClusterSession.open(() -> context,
                ClusterSessionOptions.standard(Contexts.terms(), RandomGenerator.getDefault()),
                SessionAccessMode.READ_ONLY);
        try (var seen = new Seen(session.snapshots())) {
            seen.connection(SessionConnectionStatus.LiveConnection.class);
        }
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        cluster.close();
    }

    /** A page of one object, after which there is always another. */
    private static String page(String resource, String namespace) {
        var object = resource.equals("resourcequotas") ? """
                {"metadata":{"namespace":"%s","name":"team"},"spec":{"hard":{"requests.nvidia.com/gpu":"8"}},
                 "status":{"hard":{"requests.nvidia.com/gpu":"8"},"used":{"requests.nvidia.com/gpu":"2"}}}""" : """
                {"metadata":{"namespace":"%s","name":"range"},"spec":{"limits":[]}}""";
        return "{\"metadata\":{\"continue\":\"more\"},\"items\":[%s]}".formatted(object.formatted(namespace));
    }

    private static boolean bounds(Exchange exchange) {
        return exchange.path().endsWith("/resourcequotas") || exchange.path().endsWith("/limitranges");
    }

    private static void endless(Exchange exchange) throws IOException {
        var path = exchange.path().substring("/api/v1/".length()).split("/", -1);
        exchange.json(200, page(path[path.length - 1], path.length > 1 ? path[1] : "ml"));
    }

    private QuotaOverview read(List<String> known) throws Exception {
        return new QuotaReader(new HttpObjectReader(session::connection), AcceleratorCatalog.standard()).read(known);
    }

    @Test
    void thatANamespaceHasMoreQuotasThanAreReadIsToldAndWhatCanStartIsNotKnown() throws Exception {
        cluster.answer(CutQuotasTest::bounds, CutQuotasTest::endless);
        var quotas = read(List.of("ml"));

        assertThat(quotas.quotaProblem().orElseThrow().headline())
                .isEqualTo("There are too many resourcequotas for Tessera to read all of them");
        assertThat(quotas.limitProblem().orElseThrow().headline())
                .isEqualTo("There are too many limitranges for Tessera to read all of them");
        assertThat(quotas.quotasOf("ml").quotas()).as("each once, of 20 pages").hasSize(20);
        assertThat(quotas.quotasOf("ml").quotaGap().orElseThrow().headline())
                .isEqualTo("Only 20 resourcequotas of ml were read. The bounds of the others are unknown.");
        assertThat(quotas.quotasOf("ml").limitsGap().orElseThrow().headline()).startsWith("Only 20 limitranges of ml");
        var lines = QuotaTableBuilder.buildLines(quotas, session.snapshots().get(), AcceleratorCatalog.standard());
        assertThat(lines).filteredOn(tableRow -> tableRow.source().equals("team")).isNotEmpty()
                .allMatch(tableRow -> tableRow.startable().isEmpty());
        assertThat(lines).filteredOn(tableRow -> tableRow.status() == QuotaRowStatus.UNKNOWN)
                .extracting(QuotaTableRow::note)
                .containsExactly(quotas.quotasOf("ml").quotaGap().orElseThrow().problemText());
    }

    @Test
    void ofANamespaceThatCanBeReadWholeAllIsKnownThoughTheClusterHasMoreThanAreRead() throws Exception {
        cluster.answer(CutQuotasTest::bounds, exchange -> {
            if (exchange.path().contains("/namespaces/")) {
                exchange.json(200, page(exchange.path().endsWith("quotas") ? "resourcequotas" : "limitranges", "speech")
                        .replace("more", ""));
            } else {
                endless(exchange);
            }
        });
        var quotas = read(List.of("speech"));

        assertThat(quotas.quotasOf("speech").quotas()).hasSize(1);
        assertThat(quotas.quotasOf("speech").quotaGap()).isEmpty();
        assertThat(quotas.quotasOf("ml").quotaGap()).as("nobody asked for it alone").isPresent();
    }
}
