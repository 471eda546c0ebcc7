package tessera.mig;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Products and layouts in a few words, for tests. */
final class Cuts {

    static final MigProductCatalog PRODUCTS = MigProductCatalog.bundled();
    static final MigProduct A100 = product("a100-40gb");
    static final MigProduct H100 = product("h100-80gb");
    static final MigProduct RTX = product("rtx-pro-6000-96gb");

    private static final Pattern PLACED = Pattern.compile("(\\S+)@(\\d+):(\\d+)");

    private Cuts() {}

    static MigProduct product(String id) {
        return PRODUCTS.findById(id).orElseThrow();
    }

    static MigProfile profile(String name) {
        return MigProfile.parse(name).orElseThrow();
    }

    static List<MigProfile> profiles(String... names) {
        return Arrays.stream(names).map(Cuts::profile).toList();
    }

    static MigInstanceCombination mix(String... names) {
        return MigInstanceCombination.of(profiles(names));
    }

    /** For example {@code 3g.20gb@4:4}. */
    static PlacedGpuInstance at(String text) {
        var match = PLACED.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException(text);
        }
        return new PlacedGpuInstance(profile(match.group(1)),
                new MigPlacement(Integer.parseInt(match.group(2)), Integer.parseInt(match.group(3))));
    }

    static MigLayout layout(MigProduct product, String... instances) {
        return new MigLayout(product, Arrays.stream(instances).map(Cuts::at).toList());
    }

    static List<String> shown(MigLayout layout) {
        return layout.instances().stream().map(PlacedGpuInstance::toString).toList();
    }
}
