package tessera.ui;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.MigConfigWithSource;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.ClusterSnapshot;
import tessera.model.CopiedCommandContext;
import tessera.model.CredentialPluginApprovalRequest;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.plan.journal.ChangeJournal;

/**
 * The services of the application for the window. Every method returns at once, except for those that say that they wait.
 */
public interface AppServices {

    /** Returns the snapshots of the open cluster. */
    LatestValue<ClusterSnapshot> snapshots();

    /** Returns the exporter readings of the devices in the open cluster. */
    LatestValue<FleetReadings> deviceReadings();

    /** The configurations that MIG managers of the cluster that is open applied, by node, where nobody else tells of them. */
    default LatestValue<Map<String, MigConfigWithSource>> setups() {
        return new LatestValue<>(Map.of());
    }

    /** Returns the recorded history of the devices in the open cluster. */
    FleetDeviceMetricHistory deviceHistory();

    /** Returns the view of the last hours of measurements. */
    default ReadableMetricHistory recentHistory() {
        return deviceHistory();
    }

    /** Records every metric of some devices from now on, for as long as they are watched. */
    default void recordAllMetrics(Set<DeviceSeriesKey> devices) {
        deviceHistory().focusOn(devices);
    }

    /**
     * Reads the exporters of these nodes directly while a view shows them, even where a Prometheus covers the fleet.
     *
     * @param where what looks at them; it looks at no others any more
     */
    default void readExportersDirectly(String where, Set<String> nodes) {}

    /** Returns the alerts of the open cluster with the user's silences. */
    ClusterAlertFeed alertFeed();

    /** Returns the alert rules with the user's thresholds. */
    default AlertRules alertRules() {
        return alertFeed().rules();
    }

    /** Returns a reader of fleets that judges devices by the alert rules with the user's thresholds. */
    default GpuFleet.GpuFleetReader newFleetReader(AcceleratorCatalog accelerators) {
        return new GpuFleet.GpuFleetReader(accelerators, new AlertBasedDeviceHealthRules(this::alertRules));
    }

    /** Returns the alerts of the open cluster, judged anew every few seconds. */
    default LatestValue<AlertSnapshot> alertsState() {
        return alertFeed().state();
    }

    /** Returns the status of the Prometheus of the open cluster. */
    LatestValue<PrometheusDiscoveryStatus> prometheusStatus();

    /** Returns the known clusters and which of them is open. */
    LatestValue<OpenableClusterList> clusters();

    /** Opens the cluster of a context and closes the one that was open. */
    void openContext(String context);

    /** What the user has to be asked before the cluster is opened whose opening was asked for; empty for nothing. */
    LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest();

    /** Answers that: the program is run, now and in future, or the cluster is not opened. */
    void answer(boolean allowed);

    /** Reconnects at once, with the credential renewed. */
    void retryConnection();

    /** Stops reconnecting to the cluster. */
    void disconnect();

    /** Refuses or allows changes from now on. Where they are refused for good this does nothing. */
    void setReadOnly(boolean readOnly);

    /** Returns the target by which commands name the open cluster. */
    CopiedCommandContext commandTarget();

    /** Returns the services of the open cluster. */
    OpenClusterAccess clusterServices() throws ProblemException;

    /** Returns the journal of changes made from this machine. Waits for the disk; not for the FX thread. */
    ChangeJournal.ChangeJournalContent changeJournal() throws ProblemException;

    /** Returns the kubeconfig files. */
    KubeconfigSourceProvider contextSources();

    /** Returns the reports of crashes of the program itself. */
    CrashReportFolder crashReports();

    /** Returns the user's preferences. */
    UserSettingsAccess preferences();

    /** Returns the window state that is kept between runs. */
    WindowColumnAndThemeStore layoutMemory();
}
