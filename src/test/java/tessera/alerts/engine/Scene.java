package tessera.alerts.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ControllerRef;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.StatusCondition;
import tessera.model.VisiblePodScope;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

/** The node h100-04 with eight GPUs, read every 30 seconds, over time. */
final class Scene {

    static final String NODE = "h100-04";
    static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Problem SILENT = Problem.of(Problem.OperationProblemKind.TIMEOUT,
            "The exporter did not answer in time");

    final AlertEngine engine = new AlertEngine(AlertRules.standardRules(), XidCatalog.standardCatalog());
    Instant now = Sample.NOW;
    final Map<Integer, DeviceReadings> devices = new TreeMap<>();
    final Map<String, String> labels = new TreeMap<>(Map.of("nvidia.com/gpu.product", "NVIDIA-H100-80GB-HBM3",
            "nvidia.com/gpu.count", "8", "nvidia.com/gpu.present", "true"));
    final List<StatusCondition> conditions = new ArrayList<>(List.of(ready("True")));
    final List<PodSummary> pods = new ArrayList<>();
    long allocatable = 8;
    boolean answers = true;
    boolean connected = true;
    boolean present = true;
    /** Who is asked, and whether these are device plugins alone. */
    String source = "gpu-operator/nvidia-dcgm-exporter-x7k2p";
    boolean pluginsOnly;
    private @Nullable Instant read = now;

    static StatusCondition ready(String status) {
        return new StatusCondition("Ready", status, "", "kubelet said so", Sample.NOW);
    }

    static DeviceMetricValues measured(Object... pairs) {
        var draft = new DeviceMetricValues.MetricValuesBuilder();
        for (int i = 0; i < pairs.length; i += 2) {
            draft.set((DeviceMetric) pairs[i], ((Number) pairs[i + 1]).doubleValue());
        }
        return draft.toValues();
    }

    /** A whole GPU that nobody is known to hold. */
    Scene gpu(int index, Object... pairs) {
        return gpu(index, List.of(), List.of(), measured(pairs));
    }

    Scene held(int index, String pod, Object... pairs) {
        return gpu(index, List.of(new ReportedDeviceUser("ml", pod, "main", "")), List.of(), measured(pairs));
    }

    Scene cut(int index, DeviceMetricValues metricValues, MigInstanceReadings... instances) {
        return gpu(index, List.of(), List.of(instances), metricValues);
    }

    static MigInstanceReadings instance(int id, String pod, Object... pairs) {
        return new MigInstanceReadings(id, "1g.10gb",
                pod.isEmpty() ? null : new ReportedDeviceUser("ml", pod, "main", ""), measured(pairs));
    }

    private Scene gpu(int index, List<ReportedDeviceUser> holders, List<MigInstanceReadings> instances,
            DeviceMetricValues values) {
        devices.put(index,
                new DeviceReadings("GPU-" + index, index, "NVIDIA H100 80GB HBM3", "", holders, values, instances));
        return this;
    }

    void component(String app, boolean runs) {
        pods.add(new PodSummary("gpu-operator", app + "-x7k2p", "uid", NODE, "",
                runs ? PodPhase.RUNNING : PodPhase.PENDING, runs ? "Running" : "Init:0/1", "", "", ResourceAmounts.NONE,
                ControllerRef.NONE, Map.of("app", app), 0, null, null, null, runs ? 1 : 0, 1, 0, List.of()));
    }

    /** Nobody has answered so far, and nobody does. */
    void neverAnswers() {
        answers = false;
        read = null;
    }

    /** Judges now. */
    AlertSnapshot judge() {
        read = answers ? now : read;
        var node = new NodeReadings(NODE, source, read, INTERVAL, answers ? null : SILENT,
                List.copyOf(devices.values()), pluginsOnly);
        return engine.evaluate(fleet(), new FleetReadings(now, Map.of(NODE, node), null), now);
    }

    /** Judges now and every 30 seconds until so much time has passed. */
    AlertSnapshot pass(Duration duration) {
        judge();
        var end = now.plus(duration);
        while (now.isBefore(end)) {
            now = now.plus(INTERVAL);
            judge();
        }
        return judge();
    }

    AlertSnapshot passMinutes(long minutes) {
        return pass(Duration.ofMinutes(minutes));
    }

    private GpuFleet fleet() {
        var nodeSummary = new NodeSummary(NODE, "uid", Sample.NOW, labels, List.of(), false,
                ResourceAmounts.of("nvidia.com/gpu", 8), ResourceAmounts.of("nvidia.com/gpu", allocatable), conditions,
                "", NodeSystemInfo.UNKNOWN);
        var connection = connected ? new SessionConnectionStatus.LiveConnection(Sample.NOW)
                : new SessionConnectionStatus.InterruptedConnection(SILENT, now, 1, now);
        var clusterSnapshot = new ClusterSnapshot(1, now, connection, new SnapshotCollectionHealth.LiveCollection(),
                new SnapshotCollectionHealth.LiveCollection(), new VisiblePodScope.AllPods(),
                present ? List.of(NodeWithBoundPods.of(nodeSummary, pods)) : List.of(), List.of(), Duration.ZERO);
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot);
    }

    static List<Alert> alertsOf(List<Alert> alerts, String rule) {
        return alerts.stream().filter(alert -> alert.ruleId().equals(rule)).toList();
    }

    static Alert only(List<Alert> alerts, String rule) {
        var found = alertsOf(alerts, rule);
        if (found.size() != 1) {
            throw new AssertionError("expected one alert of " + rule + ", found " + found);
        }
        return found.getFirst();
    }
}
