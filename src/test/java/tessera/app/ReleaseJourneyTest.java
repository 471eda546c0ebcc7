package tessera.app;

import com.marcnuri.helm.Helm;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import javafx.scene.control.TextArea;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.plan.intent.HelmReleaseNamespacedName;

import static org.assertj.core.api.Assertions.assertThat;

/** Who runs a GPU stack upgrades it from the Operator screen, and takes that back. */
class ReleaseJourneyTest extends ReleaseWindow {

    @Start
    void open(Stage stage) throws Exception {
        show(stage);
    }

    /** Few nodes, as all of them are replaced their pods one after the other. */
    @Override
    SimulationOptions options() {
        return super.options().withNodes(6).withSpeed(30);
    }

    /** One of the nodes is kept for somebody. */
    @Override
    void prepare() {
        colleague.nodes().withName("h100-05").patch(PatchContext.of(PatchType.JSON),
                "[{\"op\": \"add\", \"path\": \"/spec/taints/-\", \"value\": "
                        + "{\"key\": \"dedicated\", \"value\": \"frontier\", \"effect\": \"NoSchedule\"}}]");
    }

    @Test
    void anUpgradeIsRefusedThenChosenSeenMadeAndTakenBack() throws Exception {
        start("Upgrade…");
        toggle("release-origin-disk");
        type("release-path", SimulatedGpuOperatorChart.writeChart("v26.7.0", home.resolve("charts")).toString());
        choose("value-driver-upgradePolicy-autoUpgrade", "false");
        var denied = SimulatedHttpServerFaults.of(cluster).addFault("POST .*/selfsubjectaccessreviews",
                SimulatedHttpServerFault.ofAnswer(201, "application/json",
                        "{\"kind\":\"SelfSubjectAccessReview\",\"status\":{\"allowed\":false,\"reason\":\"no role\"}}"));
        press("Preview");
        eventually("it is refused", () -> words("change").contains("Blocked"));
        denied.run();
        assertThat(words("change")).contains("You may not create secrets", "no role").doesNotContain("Dry run passed");
        press("Plan again");
        eventually("it was rehearsed", () -> words("change").contains("Dry run passed"));
        assertThat(words("change")).contains("helm.sh/chart: gpu-operator-v26.7.0");
        press("Upgrade gpu-operator in gpu-operator from v26.3.3 to v26.7.0");
        eventually("it is done", () -> words("change-verdict").contains("Done"));
        assertThat(revision()).isEqualTo(8);

        press("Undo…");
        eventually("the way back was rehearsed", () -> words("change").contains("Dry run passed"));
        press("Roll gpu-operator in gpu-operator back to revision 7, from v26.7.0 to v26.3.3");
        eventually("it is taken back", () -> words("change-verdict").contains("Done"));
        assertThat(words("change")).contains("NVIDIA-SMI");
        assertThat(revision()).isEqualTo(9);

        press("Close");
        valuesAreChangedHalfWay();
        itIsRolledBackHalfWay();
        press("Close");
        itIsUninstalledHalfWay();
        press("Close");
        whatIsInTheWayOfAnInstallationIsSeenBefore();
        press("Cancel");
        anotherMakersChartIsInstalledUnderANameOfItsOwn();
        press("Close");
        itIsSetOtherwiseRolledBackUpgradedAndUninstalled();
        press("Close");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> clusterSelection.setReadOnly(true));
        eventually("no change is offered", () -> !onFx(() -> find("operator-change").isVisible()));
    }

    /** Helm is ready, and who gives up is not told how the operator fares. */
    private void valuesAreChangedHalfWay() throws Exception {
        start("Change values…");
        choose("value-driver-upgradePolicy-autoUpgrade", "false");
        press("Preview");
        eventually("it was rehearsed", () -> words("change").contains("Dry run passed"));
        var unseen = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET .*/namespaces/gpu-operator/daemonsets\\?limit=500",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press("Change values of gpu-operator in gpu-operator, v26.3.3");
        eventuallySays("change", "Cannot tell whether");
        press("Stop");
        eventuallySays("change-verdict", "Stopped after 1 of ");
        unseen.run();
        assertThat(words("change")).contains("Not done", "Still changed", "no longer matches revision 9", "Undo…");
        assertThat(revision()).isEqualTo(10);
    }

    private void itIsRolledBackHalfWay() throws Exception {
        press("Undo…");
        eventuallySays("change", SEEN);
        var unseen = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET .*/namespaces/gpu-operator/daemonsets\\?limit=500",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press("Roll gpu-operator in gpu-operator back to revision 9, from v26.3.3 to v26.3.3");
        eventuallySays("change", "Cannot tell whether");
        press("Stop");
        eventuallySays("change-verdict", "Stopped after 1 of ");
        unseen.run();
        assertThat(words("change")).contains("Not done", "Still changed", "Undo…", "Previous result");
        assertThat(revision()).isEqualTo(11);
    }

    /** What Helm is at is ended, and that the policy goes is not waited for. */
    private void itIsUninstalledHalfWay() throws Exception {
        start("Uninstall…");
        eventually("it was rehearsed", () -> words("change").contains("Dry run passed"));
        type("change-confirm", "gpu-operator");
        var answered = new CountDownLatch(1);
        var held = SimulatedHttpServerFaults.of(cluster).addFault("DELETE (?!.*dryRun).*/gpu-operator.*",
                new SimulatedHttpServerFault.HeldResponseFault(answered));
        press("Uninstall gpu-operator in gpu-operator, v26.3.3");
        eventually("Helm is at work", () -> words("change").contains("Helm is running"));
        press("Stop");
        eventuallySays("change-hint", "Stopping after the current step");
        held.run();
        answered.countDown();
        eventuallySays("change-verdict", "Stopped after 1 of ");
        assertThat(words("change")).contains("Not done", "gpu-operator in gpu-operator is uninstalled")
                .doesNotContain("Undo…");
        assertThat(clusterSelection.clusterServices().planLookups().releases()
                .readRelease(HelmReleaseNamespacedName.USUAL, Optional.empty())).isEmpty();
    }

    private void anotherMakersChartIs(String version) throws Exception {
        Files.writeString(Files.createDirectories(home.resolve("amd")).resolve("Chart.yaml"),
                "{apiVersion: v2, name: gpu-operator-charts, version: %s}".formatted(version));
    }

    private void anotherMakersChartIsInstalledUnderANameOfItsOwn() throws Exception {
        var chart = Files.createDirectories(home.resolve("amd/templates"));
        anotherMakersChartIs("v1.4.0");
        Files.writeString(home.resolve("amd/values.yaml"), "metricsExporter: {enable: true}\n");
        Files.writeString(chart.resolve("settings.yaml"),
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}, "
                        + "data: {exporter: {{ .Values.metricsExporter.enable | quote }}}}\n");
        start("Install another chart…");
        toggle("release-origin-disk");
        type("release-path", home.resolve("amd").toString());
        eventuallySays("change", "Enter a valid release name");
        type("release-name", "amd");
        type("release-namespace", "kube-amd-gpu");
        press("Preview");
        eventuallySays("change", "gpu-operator-charts is not the GPU operator. Tessera waits for Helm only.");
        press("Install gpu-operator-charts v1.4.0 as amd in kube-amd-gpu");
        eventuallySays("change-verdict", "Done");
        var name = new HelmReleaseNamespacedName("amd", "kube-amd-gpu");
        assertThat(clusterSelection.clusterServices().planLookups().releases().readRelease(name, Optional.empty())
                .orElseThrow().status()).isEqualTo("deployed");
        assertThat(exporter()).isEqualTo("true");
    }

    /** What the other maker's chart has made of its one value. */
    private String exporter() {
        var settings = colleague.configMaps().inNamespace("kube-amd-gpu").withName("settings").get().getData();
        return settings.getOrDefault("exporter", "");
    }

    private void itIsSetOtherwiseRolledBackUpgradedAndUninstalled() throws Exception {
        SimulatedHttpServerFaults.of(cluster).addFault("GET /api/v1/secrets.*",
                SimulatedHttpServerFault.forbidden("secrets is forbidden"), 1);
        start("Change another release…");
        eventuallySays("change", "secrets is forbidden");
        type("releases-namespace", "kube-amd-gpu");
        press("List releases");
        eventuallySays("change", "gpu-operator-charts v1.4.0");
        toggle("release-deed-values");
        eventually("values can be typed", () -> onFx(() -> find("values-yaml") != null));
        onFx(() -> {
            ((TextArea) find("values-yaml")).setText("metricsExporter: {enable: false}");
            return true;
        });
        press("Preview");
        press("Change values of amd in kube-amd-gpu, v1.4.0");
        eventuallySays("change-verdict", "Done");
        assertThat(exporter()).isEqualTo("false");
        press("Close");

        start("Change another release…");
        eventuallySays("change", "gpu-operator-charts v1.4.0");
        toggle("release-deed-back");
        press("Preview");
        press("Roll amd in kube-amd-gpu back to revision 1, from v1.4.0 to v1.4.0");
        eventuallySays("change-verdict", "Done");
        assertThat(exporter()).isEqualTo("true");
        press("Close");

        anotherMakersChartIs("v26.7.0");
        start("Change another release…");
        eventuallySays("change", "gpu-operator-charts v1.4.0");
        toggle("release-origin-disk");
        type("release-path", home.resolve("amd").toString());
        press("Preview");
        eventuallySays("change", SEEN);
        assertThat(words("change")).as("what is known of NVIDIA's versions").doesNotContain("GPUCluster");
        press("Upgrade amd in kube-amd-gpu from v1.4.0 to v26.7.0");
        eventuallySays("change-verdict", "Done");
        press("Close");

        start("Change another release…");
        eventuallySays("change", "gpu-operator-charts v26.7.0");
        toggle("release-deed-uninstall");
        press("Preview");
        eventuallySays("change", SEEN);
        type("change-confirm", "amd");
        press("Uninstall amd in kube-amd-gpu, v26.7.0");
        eventuallySays("change-verdict", "Done");
        assertThat(colleague.configMaps().inNamespace("kube-amd-gpu").withName("settings").get()).isNull();
        assertThat(clusterSelection.clusterServices().planLookups().releases().listReleases("")).isEmpty();
    }

    private void whatIsInTheWayOfAnInstallationIsSeenBefore() {
        start("Install…");
        toggle("release-origin-disk");
        type("release-path", home.resolve("nowhere").toString());
        toggle("values-page-preflight");
        eventuallySays("preflight-checks", "Secure Boot");
        assertThat(words("preflight-checks")).contains("not known", "mokutil --sb-state",
                "The stack does not tolerate dedicated=frontier:NoSchedule", "pass", "containerd://");
        toggle("values-page-platform");
        press("Use these values");
        toggle("values-page-preflight");
        eventuallySays("preflight-checks", "The stack tolerates all taints of the GPU nodes");
    }

    /** Another revision, made with Helm itself at another machine. */
    private void upgradeElsewhere() throws Exception {
        Helm.upgrade(SimulatedGpuOperatorChart.writeChart("v26.3.3", home.resolve("elsewhere")).toString())
                .withName("gpu-operator").withNamespace("gpu-operator").reuseValues().disableOpenApiValidation()
                .withKubeConfigContents(cluster.kubeconfig()).call();
    }

    @Test
    void anotherRevisionMeanwhileAStopHalfWayAndALostConnectionAreToldAsTheyAre() throws Exception {
        start("Upgrade…");
        toggle("release-origin-disk");
        type("release-path", SimulatedGpuOperatorChart.writeChart("v26.7.0", home.resolve("charts")).toString());
        choose("value-driver-upgradePolicy-autoUpgrade", "false");
        press("Preview");
        eventually("it was rehearsed", () -> words("change").contains("Dry run passed"));
        upgradeElsewhere();
        var upgrade = "Upgrade gpu-operator in gpu-operator from v26.3.3 to v26.7.0";
        press(upgrade);
        eventuallySays("change", "gpu-operator in gpu-operator is now at revision 8, not 7");
        press("Stop here");
        eventuallySays("change-verdict", "Failed after 0 of ");
        assertThat(revision()).as("the colleague's").isEqualTo(8);

        press("Plan again");
        eventually("it was rehearsed anew", () -> words("change").contains("Dry run passed"));
        var unseen = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET .*/namespaces/gpu-operator/daemonsets\\?limit=500",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press(upgrade);
        eventuallySays("change", "Cannot tell whether");
        press("Stop");
        eventuallySays("change-verdict", "Stopped after 1 of ");
        unseen.run();
        assertThat(words("change")).contains("Still changed", "no longer matches revision 8");
        assertThat(revision()).isEqualTo(9);

        press("Undo…");
        eventually("the way back was rehearsed", () -> words("change").contains("Dry run passed"));
        var cut = SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*/clusterpolicies/.*",
                new SimulatedHttpServerFault.TruncatedResponseFault(0));
        var dead = SimulatedHttpServerFaults.of(cluster).addFault("PUT .*/secrets/.*",
                SimulatedHttpServerFault.ofAnswer(503, "text/plain", "not now"));
        press("Roll gpu-operator in gpu-operator back to revision 8, from v26.7.0 to v26.3.3");
        eventuallySays("change", "Stop here");
        cut.run();
        dead.run();
        press("Stop here");
        eventuallySays("change-verdict", "outcome of 1 step unknown");
        assertThat(words("change")).contains("Unconfirmed: gpu-operator in gpu-operator");
        whatHelmHasNotEndedIsForgotten();
    }

    private void whatHelmHasNotEndedIsForgotten() throws Exception {
        press("Undo…");
        eventually("the way out was rehearsed", () -> words("change").contains("Dry run passed"));
        assertThat(words("change")).contains("Helm started revision 10 (pending-upgrade)", "run by tessera",
                "The operation may still be running", "Delete Helm’s record of revision 10",
                "delete secrets/sh.helm.release.v1.gpu-operator.v10", " rollback gpu-operator 9 --force");
        var back = "Roll gpu-operator in gpu-operator back to revision 9, from v26.3.3 to v26.7.0";
        assertThat(onFx(() -> button(back))).as("before its name is typed").isNull();
        type("change-confirm", "gpu-operator");
        press(back);
        eventuallySays("change-verdict", "Done");
        assertThat(words("change")).contains(
                "Helm’s record of the unfinished revision 10 (gpu-operator/secrets/sh.helm.release.v1.gpu-operator.v10) is deleted",
                "gpu-operator in gpu-operator is rolled back to revision 9");
        assertThat(revision()).as("made anew").isEqualTo(10);
    }
}
