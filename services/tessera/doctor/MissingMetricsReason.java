package tessera.doctor;

import tessera.text.Reason;

/** Why no metrics of GPUs were read. */
sealed interface MissingMetricsReason extends Reason {

    record MetricsAwaited() implements MissingMetricsReason {}

    record NoExporterOnNode() implements MissingMetricsReason {}

    record ExporterReportsNoGpu() implements MissingMetricsReason {}

    record MetricsUnreadable(Reason problem) implements MissingMetricsReason {}

    record NoMetricsSource() implements MissingMetricsReason {}

    record NoMetricsRead() implements MissingMetricsReason {}
}
