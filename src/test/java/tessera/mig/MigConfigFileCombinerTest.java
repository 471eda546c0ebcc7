package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tessera.mig.MigConfigFileCombiner.ConfigsOfferedToNode;

import static org.assertj.core.api.Assertions.assertThat;

/** One file for nodes of several products offers each what it was offered by its own. */
class MigConfigFileCombinerTest {

    private static final List<MigProduct> PRODUCTS = MigProductCatalog.bundled().allProducts().stream()
            .filter(product -> !product.pciDevices().isEmpty() && product.hasKnownPlacements()).toList();

    @Test
    void aNameGoesOnMeaningTheSameForEveryProduct() {
        var random = new Random(11);
        for (int round = 0; round < 60; round++) {
            var products = new ArrayList<>(PRODUCTS);
            Collections.shuffle(products, random);
            var offered = products.subList(0, 1 + random.nextInt(products.size())).stream()
                    .map(product -> new ConfigsOfferedToNode(product, DefaultMigConfigs.forProduct(product))).toList();

            var all = MigConfigFileCombiner.combine(offered);

            for (var one : offered) {
                one.configs().forEach(
                        (name, config) -> assertThat(meaning(Objects.requireNonNull(all.get(name)), one.product()))
                                .as("%s on %s", name, one.product().id()).isEqualTo(meaning(config, one.product())));
            }
        }
    }

    @Test
    void nodesThatShareAFileForAllProductsAreOfferedTheSameByIt() {
        var everything = MigConfigFileCombiner.combine(PRODUCTS.stream()
                .map(product -> new ConfigsOfferedToNode(product, DefaultMigConfigs.forProduct(product))).toList());
        var two = PRODUCTS.subList(0, 2);

        var all = MigConfigFileCombiner
                .combine(two.stream().map(product -> new ConfigsOfferedToNode(product, everything)).toList());

        for (var product : two) {
            DefaultMigConfigs.forProduct(product)
                    .forEach((name, config) -> assertThat(meaning(Objects.requireNonNull(all.get(name)), product))
                            .isEqualTo(meaning(config, product)));
        }
    }

    @Test
    void nodesOfOneProductNeedNoFilter() {
        var product = PRODUCTS.getFirst();
        assertThat(MigConfigFileCombiner
                .combine(List.of(new ConfigsOfferedToNode(product, DefaultMigConfigs.forProduct(product)))))
                .isEqualTo(new LinkedHashMap<>(DefaultMigConfigs.forProduct(product)));
    }

    private static Object meaning(MigConfig config, MigProduct product) {
        return config.intentFor(Collections.nCopies(3, new MigConfig.TargetGpu(product, ""))).gpus();
    }
}
