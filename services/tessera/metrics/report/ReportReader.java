package tessera.metrics.report;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ConcurrentLinkedDeque;
import tessera.metrics.catalogue.MetricCatalogue;
import tessera.metrics.exposition.ExpositionParser;
import tessera.metrics.exposition.ExpositionTally;
import tessera.metrics.exposition.ForeignContent;
import tessera.metrics.scrape.ExporterClient.PageParser;
import tessera.metrics.scrape.ExporterReport;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * Reads the metrics page of an exporter while it arrives. What cannot be understood is told and costs nothing that can.
 *
 * <p>Safe for use by several threads: each takes a parser that is free, so that there are no more of them than readings
 * at a time, and what they learnt of names and labels is used again.
 */
public final class ReportReader implements PageParser<ExporterReport> {

    private final MetricCatalogue catalogue = MetricCatalogue.bundled();
    private final MigProducts products = MigProducts.bundled();
    private final ConcurrentLinkedDeque<ExpositionParser> idle = new ConcurrentLinkedDeque<>();

    @Override
    public ExporterReport parsePage(InputStream body) throws IOException, Failure {
        var free = idle.pollLast();
        var parser = free == null ? new ExpositionParser() : free;
        var assembly = new SeriesAssembler(catalogue, products);
        ExpositionTally tally;
        try {
            tally = parser.read(body, assembly::addSample);
        } finally {
            idle.addLast(parser);
        }
        var problem = tally.problemText();
        if (tally.content() != ForeignContent.EXPOSITION) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "The exporter did not answer with metrics")
                    .withDetail(tally.content().problemText()));
        }
        var devices = assembly.devices();
        if (devices.isEmpty()) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "The exporter reports no device")
                    .withDetail(problem.orElse("None of its %,d series is about one".formatted(tally.samples()))));
        }
        return new ExporterReport(devices, problem.or(() -> assembly.problemText())
                .map(text -> Problem.of(ProblemKind.GARBLED, "Not all that the exporter reports could be read")
                        .withDetail(text))
                .orElse(null), assembly.newestTimestamp());
    }
}
