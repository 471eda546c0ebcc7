package tessera.alerts.health;

import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertSubject;
import tessera.alerts.Severity;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.HealthBuilder.EvidenceMatter;
import tessera.insight.GpuDevice;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;

/** Tells what exporters say of boards. What is not exported was not looked at. */
record DeviceWitness(XidCatalog xids) {

    private static final long HARDWARE_SLOWDOWN = 0x8 | 0x20 | 0x40 | 0x80;

    /**
     * One quantity that is looked at.
     *
     * @param well     what is said where all is as it should be
     * @param wrong    whether a number speaks against a board
     * @param sentence what is said then, after the name of the board
     * @param advice   what to do then
     */
    private record CheckedQuantity(Metric metric, AlertSignal signal, Severity severity, String well,
            DoublePredicate wrong,
            String sentence, String advice) {}

    /** Some vendors tell this in place of error numbers. */
    private static final CheckedQuantity OWN = new CheckedQuantity(Metric.HEALTH, AlertSignal.DRIVER_HEALTH,
            Severity.CRITICAL,
            "called healthy by the driver", DeviceWitness::none, "is not called healthy by its driver",
            "Read the driver’s log on the node; drain the node and reset the GPU.");
    private static final List<CheckedQuantity> LOOKS = List.of(
            new CheckedQuantity(Metric.ROW_REMAP_FAILURE, AlertSignal.ROW_REMAP_FAILURE, Severity.CRITICAL,
                    "no memory row that could not be remapped", DeviceWitness::some,
                    "has a memory row that could not be remapped",
                    "Keep the node cordoned and replace the GPU."),
            new CheckedQuantity(Metric.ECC_UNCORRECTABLE, AlertSignal.ECC_UNCORRECTABLE, Severity.CRITICAL,
                    "no uncorrectable memory errors", DeviceWitness::some, "counts %s uncorrectable memory errors",
                    "Counted since its driver was loaded. Drain the node and reset the GPU."),
            new CheckedQuantity(Metric.ROW_REMAP_PENDING, AlertSignal.REMAPPED_UNCORRECTABLE, Severity.WARNING,
                    "no memory row waits to be remapped", DeviceWitness::some,
                    "has memory rows that wait to be remapped",
                    "They are remapped when the GPU is reset: plan a reset."),
            new CheckedQuantity(Metric.REMAPPED_UNCORRECTABLE, AlertSignal.REMAPPED_UNCORRECTABLE, Severity.INFO,
                    "no memory row had to be remapped", DeviceWitness::some, "has %s remapped memory rows",
                    "Counted over the life of the GPU. Nothing has to be done as long as it does not grow."),
            new CheckedQuantity(Metric.THROTTLE_REASONS, AlertSignal.THROTTLE_REASONS, Severity.WARNING,
                    "none is slowed down to protect itself", DeviceWitness::protectsItself,
                    "is slowed down to protect itself", "Check cooling and power supply."));

    private static boolean some(double number) {
        return number > 0;
    }

    private static boolean none(double number) {
        return number == 0;
    }

    private static boolean protectsItself(double reasons) {
        return ((long) reasons & HARDWARE_SLOWDOWN) != 0;
    }

    /** @param boards of one node */
    void judge(List<GpuDevice> boards, Optional<NodeReadings> readings, HealthBuilder findings) {
        var fresh = boards.stream().filter(board -> board.age().fresh() && board.measured() != null).toList();
        if (fresh.size() < boards.size()) {
            findings.unchecked("%s: %s".formatted(fresh.isEmpty() && boards.size() == 1 ? "The GPU"
                    : "%d of %d GPUs".formatted(boards.size() - fresh.size(), boards.size()), why(readings)));
        }
        if (fresh.isEmpty()) {
            return;
        }
        readings.map(NodeReadings::trouble).ifPresent(trouble -> findings.unchecked(trouble.sentence()));
        var source = readings.map(NodeReadings::source).filter(name -> !name.isEmpty()).orElse("its exporter");
        var told = new RecentReadings(fresh, source, findings);
        boolean own = told.telling(Metric.HEALTH) > 0;
        if (own) {
            look(OWN, told);
        }
        if (!own || told.telling(Metric.XID) > 0) {
            xids(told);
        }
        LOOKS.forEach(look -> look(look, told));
    }

    private static String why(Optional<NodeReadings> readings) {
        if (readings.isEmpty()) {
            return "not read yet";
        }
        var trouble = readings.get().trouble();
        return trouble != null ? trouble.sentence()
                : readings.get().at() == null ? readings.get().reason().words() : "not reported, or not of late";
    }

    private static EvidenceMatter matter(AlertSignal signal, GpuDevice board, String part) {
        return new EvidenceMatter(signal, subject(board), part);
    }

    private static String subject(GpuDevice board) {
        var measured = board.measured();
        return measured == null ? "" : AlertSubject.device(board.node().name(), measured).device();
    }

    private static String name(GpuDevice board) {
        var measured = board.measured();
        return measured == null ? "GPU" : measured.title();
    }

    private static Optional<Double> value(GpuDevice board, Metric metric) {
        return Optional.ofNullable(board.measured()).map(DeviceReadings::values).filter(values -> values.has(metric))
                .map(values -> values.get(metric));
    }

    private void xids(RecentReadings told) {
        boolean none = true;
        for (var board : told.boards()) {
            int code = value(board, Metric.XID).map(Double::intValue).orElse(0);
            if (code > 0) {
                none = false;
                var xid = xids.of(code);
                told.findings().found(matter(AlertSignal.of(xid.grade()), board, "XID " + code),
                        new HealthEvidence(xid.grade().severity(), "%s reported %s".formatted(name(board), xid.name()),
                                xid.meaning() + " " + xid.advice(), told.source(), null));
            }
        }
        told.sum(Metric.XID, none ? "no XID" : "");
    }

    private static void look(CheckedQuantity look, RecentReadings told) {
        boolean well = true;
        for (var board : told.boards()) {
            var value = value(board, look.metric());
            if (value.isPresent() && look.wrong().test(value.get())) {
                well = false;
                var part = look.metric() == Metric.ROW_REMAP_PENDING ? "pending" : "";
                var sentence = name(board) + " " + look.sentence().formatted(Math.round(value.get()));
                told.findings().found(matter(look.signal(), board, part),
                        new HealthEvidence(look.severity(), sentence, look.advice(), told.source(), null));
            }
        }
        told.sum(look.metric(), well ? look.well() : "");
    }

    /** What was read of late of some boards, and where. */
    private record RecentReadings(List<GpuDevice> boards, String source, HealthBuilder findings) {

        long telling(Metric metric) {
            return boards.stream().filter(board -> value(board, metric).isPresent()).count();
        }

        /** @param well what is said of those that tell; empty where something is wrong with one of them */
        void sum(Metric metric, String well) {
            int all = boards.size();
            long telling = telling(metric);
            var count = telling == all ? all == 1 ? "The GPU" : "All %d GPUs".formatted(all)
                    : "%d of %d GPUs".formatted(telling, all);
            if (telling > 0 && !well.isEmpty()) {
                findings.checked("%s: %s".formatted(count, well), source);
            }
            if (telling == 0) {
                findings.unchecked(metric.title() + ": not exported");
            } else if (telling < all) {
                findings.unchecked("%s: not exported by %d of %d GPUs".formatted(metric.title(), all - telling, all));
            }
        }
    }
}
