package tessera.metrics.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedDeque;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.exposition.ExpositionReadResult;
import tessera.metrics.exposition.MetricsExpositionParser;
import tessera.metrics.exposition.NonMetricsResponseKind;
import tessera.metrics.report.ExporterReadingsReason.MetricsPartlyUnreadable;
import tessera.metrics.report.ExporterReadingsReason.NoDeviceReported;
import tessera.metrics.report.ExporterReadingsReason.NoDeviceSeries;
import tessera.metrics.report.ExporterReadingsReason.NoMetrics;
import tessera.metrics.scrape.ExporterClient.MetricsPageParser;
import tessera.metrics.scrape.ExporterDeviceReadings;
import tessera.mig.MigProductCatalog;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Reads the metrics page of an exporter while it arrives. What cannot be understood is told and costs nothing that can.
 *
 * <p>Safe for use by several threads: each takes a parser that is free, so that there are no more of them than readings
 * at a time, and what they learnt of names and labels is used again.
 */
public final class ExporterDeviceReadingsParser implements MetricsPageParser<ExporterDeviceReadings> {

    private final ExporterMetricCatalog catalogue = ExporterMetricCatalog.bundled();
    private final MigProductCatalog products = MigProductCatalog.bundled();
    private final ConcurrentLinkedDeque<MetricsExpositionParser> idleParsers = new ConcurrentLinkedDeque<>();

    @Override
    public ExporterDeviceReadings parsePage(InputStream body) throws IOException, ProblemException {
        var free = idleParsers.pollLast();
        var parser = free == null ? new MetricsExpositionParser() : free;
        var assembly = new NodeDeviceReadingsAssembler(catalogue, products);
        ExpositionReadResult result;
        try {
            result = parser.read(body, assembly::addSample);
        } finally {
            idleParsers.addLast(parser);
        }
        var problem = result.problem();
        if (result.content() != NonMetricsResponseKind.EXPOSITION) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, new NoMetrics()).withDetail(result.content().text()));
        }
        var devices = assembly.devices();
        if (devices.isEmpty()) {
            throw new ProblemException(Problem.of(OperationProblemKind.GARBLED, new NoDeviceReported())
                    .withDetail(problem
                            .orElseGet(() -> new NoDeviceSeries(String.format(Locale.ROOT, "%,d", result.samples())))
                            .text()));
        }
        return new ExporterDeviceReadings(devices,
                problem.or(assembly::problem).map(reason -> Problem
                        .of(OperationProblemKind.GARBLED, new MetricsPartlyUnreadable()).withDetail(reason.text()))
                        .orElse(null),
                assembly.newestTimestamp());
    }
}
