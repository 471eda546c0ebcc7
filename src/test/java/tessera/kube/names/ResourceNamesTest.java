package tessera.kube.names;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Resources are classed by their names, as the API server does. */
class ResourceNamesTest {

    @ParameterizedTest
    @CsvSource({"cpu, false, true", "hugepages-2Mi, false, false", "nvidia.com/gpu, true, false",
        "kubernetes.io/batch-cpu, false, true", "a.kubernetes.io/x, false, true",
        "a.kubernetes.io.example/x, true, false", "requests.nvidia.com/gpu, false, false", "nvidia.com/, false, false"})
    void aNameTellsWhetherItIsExtendedAndMayBeOvercommitted(String name, boolean extended, boolean overcommitted) {
        assertThat(ResourceNames.isExtended(name)).isEqualTo(extended);
        assertThat(ResourceNames.mayBeOvercommitted(name)).isEqualTo(overcommitted);
    }
}
