package tessera.plan.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.mig.DefaultMigConfigs;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigConfigFileCombiner;
import tessera.mig.MigConfigFileCombiner.ConfigsOfferedToNode;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProductCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** A layout is added to the file of MIG configurations, and all else that is in it stays. */
class MigFileTest {

    private static final MigConfig OWN = new MigConfig("mine", MigLayoutNotation.parse("0-3=4g.40gb,3g.40gb;4=off"));
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private static Map<String, MigConfig> read(String text) throws Exception {
        var file = MigConfigFile.read(YAML.readTree(text));
        assertThat(file.problems()).isEmpty();
        return file.configs();
    }

    @Test
    void remarksAndIndentationStayWhereTheNewOneStandsAtTheEnd() throws Exception {
        var before = """
                # ours
                version: v1
                mig-configs:
                    # for the night
                    night:
                    - devices: all   # every one
                      mig-enabled: false""";

        var after = MigConfigMapRenderer.addConfig(before, OWN);

        assertThat(after).startsWith(before + "\n    mine:");
        assertThat(read(after)).containsOnlyKeys("night", "mine").containsEntry("mine", OWN);
    }

    @Test
    void aFileOfAnotherShapeIsWrittenAnewWithAllThatItSays() throws Exception {
        var before = "{\"mig-configs\": {\"night\": [{\"devices\": \"all\", \"mig-enabled\": false}]}, \"version\": \"v1\"}";
        assertThat(read(MigConfigMapRenderer.addConfig(before, OWN))).containsOnlyKeys("night", "mine")
                .containsEntry("mine", OWN);
        var trailing = "mig-configs:\n  night:\n  - {devices: all, mig-enabled: false}\nversion: v1\n";
        assertThat(read(MigConfigMapRenderer.addConfig(trailing, OWN))).containsOnlyKeys("night", "mine");
        assertThat(read(MigConfigMapRenderer.addConfig("", OWN))).containsOnlyKeys("mine");
    }

    @Test
    void aFileForManyProductsIsReadAsItWasWritten() throws Exception {
        var configs = MigConfigFileCombiner.combine(MigProductCatalog.bundled().allProducts().stream()
                .filter(product -> !product.pciDevices().isEmpty())
                .map(product -> new ConfigsOfferedToNode(product, DefaultMigConfigs.forProduct(product))).toList());
        assertThat(read(MigConfigMapRenderer.render(configs))).isEqualTo(configs);
        assertThat(List.copyOf(configs.keySet())).contains("all-disabled", "all-balanced");
    }
}
