package tessera.app;

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
import tessera.app.report.ServedReport;
import tessera.mig.FewestGpus;
import tessera.mig.InstanceCombination;
import tessera.mig.LayoutText;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.model.Failure;

/** Prints which layouts serve instances that are asked for with the fewest GPUs; asks no cluster. */
@Command(name = "serve", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Print MIG layouts that provide the requested instances with the fewest GPUs. No cluster is contacted.")
final class MigServeCommand implements Callable<Integer> {

    @Parameters(paramLabel = "INSTANCES", description = "Requested instances, for example 5x1g.10gb,2x3g.40gb.")
    private String instances = "";

    @Option(names = "--on", paramLabel = "PRODUCT", required = true, description = "GPU model: a short name such as h100-80gb, a value of nvidia.com/gpu.product, or a unique part of the product name.")
    private String product = "";

    @Mixin
    private FormOptions printing = new FormOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var on = product();
        return switch (FewestGpus.serve(on, wanted())) {
            case FewestGpus.FewestAnswer.NoLayout(var why) -> throw misuse(why.sentence());
            case FewestGpus.FewestAnswer.FewestLayout served -> {
                printing.print(new ServedReport(on, served));
                yield 0;
            }
        };
    }

    private InstanceCombination wanted() {
        try {
            var entries = LayoutText.read(instances);
            if (entries.size() == 1 && entries.getFirst().devices().isEmpty()
                    && entries.getFirst().instances().size() > 0) {
                return entries.getFirst().instances();
            }
        } catch (IllegalArgumentException wrong) {
            throw misuse(String.valueOf(wrong.getMessage()));
        }
        throw misuse("Name instances, such as 5x1g.10gb,2x3g.40gb");
    }

    private MigProduct product() {
        var products = MigProducts.bundled();
        var known = products.byId(product).or(() -> products.byLabel(product)).or(() -> products.byModel(product));
        if (known.isPresent()) {
            return known.get();
        }
        var alike = products.all().stream().filter(one -> one.placementsKnown() && (one.id() + " " + one.name())
                .toLowerCase(Locale.ROOT).contains(product.toLowerCase(Locale.ROOT))).toList();
        if (alike.size() == 1) {
            return alike.getFirst();
        }
        throw misuse("“%s” %s: %s".formatted(product, alike.isEmpty() ? "is no product that MIG can divide"
                : "may be several products", names(alike.isEmpty() ? products.all() : alike)));
    }

    private static String names(List<MigProduct> products) {
        return products.stream().map(MigProduct::id).collect(Collectors.joining(", "));
    }

    private ParameterException misuse(String words) {
        return new ParameterException(spec.commandLine(), words);
    }
}
