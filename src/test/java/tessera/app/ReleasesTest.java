package tessera.app;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.journal.ChangeJournalEntry;

import static org.assertj.core.api.Assertions.assertThat;

/** What can go wrong with any change of a release goes wrong with each of them, and the window says so. */
class ReleasesTest extends ReleaseWindow {

    private static final String NAMESPACE = "kube-amd-gpu";
    private static final HelmReleaseNamespacedName NAME = new HelmReleaseNamespacedName("amd", NAMESPACE);

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    @Override
    SimulationOptions options() {
        return super.options().withNodes(2);
    }

    /**
     * What is done to a release.
     *
     * @param toggle chooses it
     * @param lost   the request whose answer never comes
     */
    private record Deed(String toggle, String lost) {}

    @Test
    void everyChangeOfAReleaseIsRefusedOvertakenAndCutOffAndSaysSo() throws Exception {
        eventuallySays("connection", "live");
        colleague.resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build()).create();
        for (var deed : List.of(new Deed("upgrade", "PATCH (?!.*dryRun).*/configmaps/.*"),
                new Deed("values", "PATCH (?!.*dryRun).*/configmaps/.*"),
                new Deed("back", "PATCH (?!.*dryRun).*/configmaps/.*"),
                new Deed("uninstall", "DELETE (?!.*dryRun).*/configmaps/.*"))) {
            thereIsARelease();
            begin(deed);
            withoutTheRight(deed);
            inReadOnlyMode(deed);
            overtaken(deed);
            cutOff(deed);
            fire("change-close");
        }
    }

    private Path chart(String version) throws Exception {
        var chart = home.resolve("amd-" + version);
        Files.createDirectories(chart.resolve("templates"));
        Files.writeString(chart.resolve("Chart.yaml"),
                "{apiVersion: v2, name: amd-gpu, version: %s}".formatted(version));
        Files.writeString(chart.resolve("values.yaml"), "{level: one}\n");
        Files.writeString(chart.resolve("templates/settings.yaml"), """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, data:
                  {level: {{ .Values.level }}, version: {{ .Chart.Version | quote }}}}
                """);
        return chart;
    }

    /** Its second revision, made with Helm itself, and nothing of what was there before. */
    private void thereIsARelease() throws Exception {
        colleague.secrets().inNamespace(NAMESPACE).delete();
        colleague.configMaps().inNamespace(NAMESPACE).withName("settings").delete();
        Helm.install(chart("1.0.0").toString()).withName(NAME.name()).withNamespace(NAMESPACE)
                .disableOpenApiValidation().withKubeConfigContents(cluster.kubeconfig()).call();
        upgradedElsewhere("two");
    }

    private void upgradedElsewhere(String level) throws Exception {
        Helm.upgrade(chart("1.0.0").toString()).withName(NAME.name()).withNamespace(NAMESPACE).set("level", level)
                .disableOpenApiValidation().withKubeConfigContents(cluster.kubeconfig()).call();
    }

    private int number() throws Exception {
        return clusterSelection.clusterServices().planLookups().releases().readRelease(NAME, Optional.empty())
                .orElseThrow().revision();
    }

    private void begin(Deed deed) throws Exception {
        start("Change another release…");
        type("releases-namespace", NAMESPACE);
        press("List releases");
        eventuallySays("change", "amd-gpu 1.0.0");
        toggle("release-deed-" + deed.toggle());
        if (deed.toggle().equals("upgrade")) {
            toggle("release-origin-disk");
            type("release-path", chart("2.0.0").toString());
        }
        if (deed.toggle().equals("values")) {
            eventually("values can be typed", () -> onFx(() -> find("values-yaml") != null));
            onFx(() -> {
                ((TextArea) find("values-yaml")).setText("level: three");
                return true;
            });
        }
    }

    private void withoutTheRight(Deed deed) throws Exception {
        var denied = SimulatedHttpServerFaults.of(cluster).addFault("POST .*/selfsubjectaccessreviews",
                SimulatedHttpServerFault.ofAnswer(201, "application/json",
                        "{\"kind\":\"SelfSubjectAccessReview\",\"status\":{\"allowed\":false,\"reason\":\"no role\"}}"));
        int noted = clusterSelection.changeJournal().entries().size();
        press("Preview");
        eventuallySays("change", "Blocked");
        denied.run();
        assertThat(words("change")).as(deed.toggle()).contains("You may not ", "no role").doesNotContain(SEEN);
        assertThat(clusterSelection.changeJournal().entries()).as("nothing was begun").hasSize(noted);
        press("Plan again");
    }

    private void inReadOnlyMode(Deed deed) throws Exception {
        eventuallySays("change", SEEN);
        int noted = clusterSelection.changeJournal().entries().size();
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        apply();
        eventuallySays("change", "Read-only mode");
        assertThat(clusterSelection.changeJournal().entries().stream().skip(noted)).as(deed.toggle())
                .extracting(ChangeJournalEntry::event).containsExactly(ChangeJournalEntry.JournalEvent.REFUSED);
        assertThat(number()).as(deed.toggle()).isEqualTo(2);
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(false));
        press("Plan again");
    }

    private void overtaken(Deed deed) throws Exception {
        eventuallySays("change", SEEN);
        upgradedElsewhere("four");
        apply();
        eventuallySays("change", "amd in kube-amd-gpu is now at revision 3, not 2");
        press("Stop here");
        eventuallySays("change-verdict", "Failed after 0 of ");
        assertThat(ending()).as(deed.toggle()).isEqualTo("failed");
        assertThat(number()).as("the colleague's").isEqualTo(3);
        press("Plan again");
    }

    /** The server does what Helm asks, and nobody hears of it. */
    private void cutOff(Deed deed) throws Exception {
        eventuallySays("change", SEEN);
        var cut = SimulatedHttpServerFaults.of(cluster).addFault(deed.lost(),
                new SimulatedHttpServerFault.TruncatedResponseFault(0));
        apply();
        eventuallySays("change", "Stop here");
        cut.run();
        press("Stop here");
        eventuallySays("change-verdict", "outcome of 1 step unknown");
        assertThat(words("change")).as(deed.toggle()).contains("Unconfirmed: amd in kube-amd-gpu");
        assertThat(ending()).as(deed.toggle()).isEqualTo("unknown");
    }

    private String ending() throws Exception {
        return clusterSelection.changeJournal().entries().reversed().stream()
                .filter(entry -> entry.event() == ChangeJournalEntry.JournalEvent.ENDED).map(ChangeJournalEntry::result)
                .findFirst().orElse("");
    }

    private void apply() {
        if (onFx(() -> find("change-confirm") != null)) {
            type("change-confirm", NAME.name());
        }
        eventually("it can be gone on",
                () -> onFx(() -> find("change-next") instanceof Button next && !next.isDisabled()));
        fire("change-next");
    }
}
