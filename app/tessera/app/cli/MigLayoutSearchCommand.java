package tessera.app.cli;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.report.MigLayoutSearchReport;
import tessera.mig.MigFewestGpuPlanner;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** Prints the MIG layouts that serve requested instances with the fewest GPUs; needs no cluster. */
@Command(name = "serve", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class MigLayoutSearchCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutSearchCommand.class);

    @Parameters(paramLabel = "INSTANCES", descriptionKey = "migLayoutSearch.instances")
    private String instances = "";

    @Option(names = "--on", paramLabel = "PRODUCT", required = true, descriptionKey = "migLayoutSearch.on")
    private String product = "";

    @Mixin
    private OutputFormatOptions formatOptions = new OutputFormatOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        var on = findProduct();
        return switch (MigFewestGpuPlanner.findFewest(on, requestedInstances())) {
            case MigFewestGpuPlanner.FewestGpuResult.ImpossibleMigCombination(var failure) ->
                throw usageError(failure.text());
            case MigFewestGpuPlanner.FewestGpuResult.FewestGpuLayout served -> {
                formatOptions.print(new MigLayoutSearchReport(on, served));
                yield 0;
            }
        };
    }

    private MigInstanceCombination requestedInstances() {
        try {
            var entries = MigLayoutNotation.parse(instances);
            if (entries.size() == 1 && entries.getFirst().devices().isEmpty()
                    && entries.getFirst().instances().instanceCount() > 0) {
                return entries.getFirst().instances();
            }
        } catch (IllegalArgumentException wrong) {
            throw usageError(String.valueOf(wrong.getMessage()));
        }
        throw usageError(MESSAGES.text("mig.noInstances"));
    }

    private MigProduct findProduct() {
        var products = MigProductCatalog.bundled();
        var known = products.findById(product).or(() -> products.findByLabel(product))
                .or(() -> products.findByModel(product));
        if (known.isPresent()) {
            return known.get();
        }
        var alike = products.allProducts().stream().filter(one -> one.hasKnownPlacements()
                && (one.id() + " " + one.name()).toLowerCase(Locale.ROOT).contains(product.toLowerCase(Locale.ROOT)))
                .toList();
        if (alike.size() == 1) {
            return alike.getFirst();
        }
        throw usageError(
                alike.isEmpty() ? MESSAGES.text("mig.unknownProduct", product, productNames(products.allProducts()))
                        : MESSAGES.text("mig.ambiguousProduct", product, productNames(alike)));
    }

    private static String productNames(List<MigProduct> products) {
        return products.stream().map(MigProduct::id).collect(Collectors.joining(", "));
    }

    private ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }
}
