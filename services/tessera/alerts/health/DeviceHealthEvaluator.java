package tessera.alerts.health;

import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthReportBuilder.EvidenceKey;
import tessera.gpu.GpuDevice;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.NodeReadings;

/** Judges boards by the readings of their exporters. What is not exported was not looked at. */
record DeviceHealthEvaluator(XidCatalog xids) {

    private static final long HARDWARE_SLOWDOWN = 0x8 | 0x20 | 0x40 | 0x80;

    /**
     * One quantity that is checked against a limit.
     *
     * @param healthyText     what is said where all is as it should be
     * @param violation    whether a number speaks against a board
     * @param sentence what is said then, after the name of the board
     * @param remedy   what to do then
     */
    private record HealthMetricLimit(DeviceMetric metric, AlertSignal signal, AlertOrFindingSeverity severity,
            String healthyText,
            DoublePredicate violation,
            String sentence, String remedy) {}

    /** Some vendors tell this in place of error numbers. */
    private static final HealthMetricLimit OWN = new HealthMetricLimit(DeviceMetric.HEALTH, AlertSignal.DRIVER_HEALTH,
            AlertOrFindingSeverity.CRITICAL,
            "called healthy by the driver", DeviceHealthEvaluator::isZero, "is not called healthy by its driver",
            "Read the driver’s log on the node; drain the node and reset the GPU.");
    private static final List<HealthMetricLimit> LOOKS = List.of(
            new HealthMetricLimit(DeviceMetric.ROW_REMAP_FAILURE, AlertSignal.ROW_REMAP_FAILURE,
                    AlertOrFindingSeverity.CRITICAL,
                    "no memory row that could not be remapped", DeviceHealthEvaluator::isPositive,
                    "has a memory row that could not be remapped",
                    "Cordon the node if it is open, and replace the GPU."),
            new HealthMetricLimit(DeviceMetric.ECC_UNCORRECTABLE, AlertSignal.ECC_UNCORRECTABLE,
                    AlertOrFindingSeverity.CRITICAL,
                    "no uncorrectable memory errors", DeviceHealthEvaluator::isPositive,
                    "counts %s uncorrectable memory errors",
                    "Counted since its driver was loaded. Drain the node and reset the GPU."),
            new HealthMetricLimit(DeviceMetric.ROW_REMAP_PENDING, AlertSignal.REMAPPED_UNCORRECTABLE,
                    AlertOrFindingSeverity.WARNING,
                    "no memory row waits to be remapped", DeviceHealthEvaluator::isPositive,
                    "has memory rows that wait to be remapped",
                    "They are remapped when the GPU is reset: plan a reset."),
            new HealthMetricLimit(DeviceMetric.REMAPPED_UNCORRECTABLE, AlertSignal.REMAPPED_UNCORRECTABLE,
                    AlertOrFindingSeverity.INFO,
                    "no memory row had to be remapped", DeviceHealthEvaluator::isPositive,
                    "has %s remapped memory rows",
                    "Counted over the life of the GPU. Nothing has to be done as long as it does not grow."),
            new HealthMetricLimit(DeviceMetric.THROTTLE_REASONS, AlertSignal.THROTTLE_REASONS,
                    AlertOrFindingSeverity.WARNING,
                    "none is slowed down to protect itself", DeviceHealthEvaluator::isProtectiveThrottle,
                    "is slowed down to protect itself", "Check cooling and power supply."));

    private static boolean isPositive(double number) {
        return number > 0;
    }

    private static boolean isZero(double number) {
        return number == 0;
    }

    private static boolean isProtectiveThrottle(double reasons) {
        return ((long) reasons & HARDWARE_SLOWDOWN) != 0;
    }

    /** @param boards of one node */
    void judge(List<GpuDevice> boards, Optional<NodeReadings> readings, HealthReportBuilder findings) {
        var fresh = boards.stream().filter(gpuDevice -> gpuDevice.age().recent() && gpuDevice.readings() != null)
                .toList();
        if (fresh.size() < boards.size()) {
            findings.addUnchecked("%s: %s".formatted(fresh.isEmpty() && boards.size() == 1 ? "The GPU"
                    : "%d of %d GPUs".formatted(boards.size() - fresh.size(), boards.size()),
                    readingsProblemText(readings)));
        }
        if (fresh.isEmpty()) {
            return;
        }
        readings.map(NodeReadings::problem).ifPresent(problem -> findings.addUnchecked(problem.problemText()));
        var source = readings.map(NodeReadings::source).filter(name -> !name.isEmpty()).orElse("its exporter");
        var recentReadings = new RecentReadings(fresh, source, findings);
        boolean own = recentReadings.countReporting(DeviceMetric.HEALTH) > 0;
        if (own) {
            judgeQuantity(OWN, recentReadings);
        }
        boolean nvidia = fresh.getFirst().node().vendor().equals("NVIDIA");
        // What only drivers of NVIDIA know is not missed elsewhere.
        if ((nvidia && !own) || recentReadings.countReporting(DeviceMetric.XID) > 0) {
            judgeXids(recentReadings);
        }
        LOOKS.stream().filter(limit -> nvidia || recentReadings.countReporting(limit.metric()) > 0)
                .forEach(limit -> judgeQuantity(limit, recentReadings));
    }

    private static String readingsProblemText(Optional<NodeReadings> readings) {
        if (readings.isEmpty()) {
            return "not read yet";
        }
        var problem = readings.get().problem();
        if (problem != null) {
            return problem.problemText();
        }
        if (readings.get().at() == null) {
            return readings.get().missingReason().reasonText();
        }
        return "not reported, or not of late";
    }

    private static EvidenceKey evidenceKey(AlertSignal signal, GpuDevice gpuDevice, String part) {
        return new EvidenceKey(signal, boardSubject(gpuDevice), part);
    }

    private static String boardSubject(GpuDevice gpuDevice) {
        var deviceReadings = gpuDevice.readings();
        return deviceReadings == null ? "" : AlertSubject.forDevice(gpuDevice.node().name(), deviceReadings).device();
    }

    private static String boardName(GpuDevice gpuDevice) {
        var deviceReadings = gpuDevice.readings();
        return deviceReadings == null ? "GPU" : deviceReadings.deviceTitle();
    }

    private static Optional<Double> metricValue(GpuDevice gpuDevice, DeviceMetric deviceMetric) {
        return Optional.ofNullable(gpuDevice.readings()).map(DeviceReadings::values)
                .filter(values -> values.hasValue(deviceMetric))
                .map(values -> values.get(deviceMetric));
    }

    private void judgeXids(RecentReadings recentReadings) {
        boolean none = true;
        for (var gpuDevice : recentReadings.gpus()) {
            int code = metricValue(gpuDevice, DeviceMetric.XID).map(Double::intValue).orElse(0);
            if (code > 0) {
                none = false;
                var xid = xids.forCode(code);
                recentReadings.findings().addEvidence(
                        evidenceKey(AlertSignal.forXidGrade(xid.grade()), gpuDevice, "XID " + code),
                        new UnhealthyObjectEvidence(xid.grade().severity(),
                                "%s reported %s".formatted(boardName(gpuDevice), xid.displayName()),
                                xid.meaning() + " " + xid.remedy(), recentReadings.source(), null));
            }
        }
        recentReadings.addSumCheck(DeviceMetric.XID, none ? "no XID" : "");
    }

    private static void judgeQuantity(HealthMetricLimit limit, RecentReadings recentReadings) {
        boolean well = true;
        for (var gpuDevice : recentReadings.gpus()) {
            var value = metricValue(gpuDevice, limit.metric());
            if (value.isPresent() && limit.violation().test(value.get())) {
                well = false;
                var part = limit.metric() == DeviceMetric.ROW_REMAP_PENDING ? "pending" : "";
                var sentence = boardName(gpuDevice) + " " + limit.sentence().formatted(Math.round(value.get()));
                recentReadings.findings().addEvidence(evidenceKey(limit.signal(), gpuDevice, part),
                        new UnhealthyObjectEvidence(limit.severity(), sentence, limit.remedy(), recentReadings.source(),
                                null));
            }
        }
        recentReadings.addSumCheck(limit.metric(), well ? limit.healthyText() : "");
    }

    /** Recent readings of some boards, and their source. */
    private record RecentReadings(List<GpuDevice> gpus, String source, HealthReportBuilder findings) {

        long countReporting(DeviceMetric deviceMetric) {
            return gpus.stream().filter(gpuDevice -> metricValue(gpuDevice, deviceMetric).isPresent()).count();
        }

        /** @param well what is said of those that tell; empty where something is wrong with one of them */
        void addSumCheck(DeviceMetric deviceMetric, String well) {
            int all = gpus.size();
            long telling = countReporting(deviceMetric);
            String count;
            if (telling == all) {
                if (all == 1) {
                    count = "The GPU";
                } else {
                    count = "All %d GPUs".formatted(all);
                }
            } else {
                count = "%d of %d GPUs".formatted(telling, all);
            }
            if (telling > 0 && !well.isEmpty()) {
                findings.addChecked("%s: %s".formatted(count, well), source);
            }
            if (telling == 0) {
                findings.addUnchecked(deviceMetric.title() + ": not exported");
            } else if (telling < all) {
                findings.addUnchecked(
                        "%s: not exported by %d of %d GPUs".formatted(deviceMetric.title(), all - telling, all));
            }
        }
    }
}
