package tessera.ui;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertsState;
import tessera.flow.LatestValue;
import tessera.insight.MigSetup;
import tessera.metrics.history.DeviceHistory;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.HistoryView;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.CommandTarget;
import tessera.model.Failure;
import tessera.model.PluginRequest;
import tessera.model.Snapshot;
import tessera.model.reading.FleetReadings;
import tessera.plan.journal.ChangeJournal;

/**
 * What the window can ask of the application. Every method returns at once, except for those that say that they wait.
 */
public interface AppServices {

    /** What is known of the cluster that is open. */
    LatestValue<Snapshot> snapshots();

    /** What exporters report of the devices of the cluster that is open. */
    LatestValue<FleetReadings> readings();

    /** The configurations that MIG managers of the cluster that is open applied, by node, where nobody else tells of them. */
    default LatestValue<Map<String, MigSetup>> setups() {
        return new LatestValue<>(Map.of());
    }

    /** What is recorded of the devices of the cluster that is open. */
    DeviceHistory history();

    /** What was measured there in the last hours. */
    default HistoryView past() {
        return history();
    }

    /** Keeps every metric of some devices from now on, because somebody looks at them. */
    default void focus(Set<DeviceKey> devices) {
        history().focus(devices);
    }

    /**
     * Has these nodes' exporters read themselves from now on, because somebody looks at them there, whatever a Prometheus
     * tells of the fleet.
     *
     * @param where what looks at them; it looks at no others any more
     */
    default void lookAt(String where, Set<String> nodes) {}

    /** The alerts of the cluster that is open, and which of them the user silenced. */
    AlertFeed alarms();

    /** The rules by which clusters are judged, as the user set them. */
    default AlertRules rules() {
        return alarms().rules();
    }

    /** What fires in the cluster that is open, judged anew every few seconds. */
    default LatestValue<AlertsState> alerts() {
        return alarms().state();
    }

    /** How it stands with the Prometheus of the cluster that is open. */
    LatestValue<PrometheusStatus> prometheus();

    /** The clusters there are, and which of them is open. */
    LatestValue<ClusterList> clusters();

    /** Opens the cluster of a context and leaves the one that was open. */
    void open(String context);

    /** What the user has to be asked before the cluster is opened whose opening was asked for; empty for nothing. */
    LatestValue<Optional<PluginRequest>> asked();

    /** Answers that: the program is run, now and in future, or the cluster is not opened. */
    void answer(boolean allowed);

    /** Tries again at once to reach the cluster, with its credential renewed. */
    void retry();

    /** Stops trying to reach the cluster. */
    void disconnect();

    /** Wants changes refused or allowed from now on. Where they are refused for good this does nothing. */
    void wantReadOnly(boolean readOnly);

    /** How commands name the cluster that is open. */
    CommandTarget target();

    /** The cluster that is open. */
    ClusterServices reached() throws Failure;

    /** What was changed from this machine. Waits for the disk; not for the FX thread. */
    ChangeJournal.JournalContent journal() throws Failure;

    /** The files that name clusters. */
    ContextSources kubeconfigs();

    /** What is known of defects of the program itself. */
    CrashFolder crashes();

    /** What the user settled. */
    UserPreferences preferences();

    /** What the window remembers from one run to the next. */
    LayoutMemory memory();
}
