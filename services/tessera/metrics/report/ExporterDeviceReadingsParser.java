package tessera.metrics.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ConcurrentLinkedDeque;
import tessera.metrics.catalog.ExporterMetricCatalog;
import tessera.metrics.exposition.ExpositionReadResult;
import tessera.metrics.exposition.MetricsExpositionParser;
import tessera.metrics.exposition.NonMetricsResponseKind;
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
        var problem = result.problemText();
        if (result.content() != NonMetricsResponseKind.EXPOSITION) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.GARBLED, "The exporter did not answer with metrics")
                            .withDetail(result.content().problemText()));
        }
        var devices = assembly.devices();
        if (devices.isEmpty()) {
            throw new ProblemException(Problem.of(OperationProblemKind.GARBLED, "The exporter reports no device")
                    .withDetail(problem.orElse("None of its %,d series is about one".formatted(result.samples()))));
        }
        return new ExporterDeviceReadings(devices, problem.or(() -> assembly.problemText())
                .map(text -> Problem.of(OperationProblemKind.GARBLED, "Not all that the exporter reports could be read")
                        .withDetail(text))
                .orElse(null), assembly.newestTimestamp());
    }
}
