package tessera.gpu;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.gpu.AcceleratorCatalog.AcceleratorProduct;

/**
 * Product names of boards without feature discovery labels: from clouds ({@code nvidia-tesla-t4}), the passthrough plugin ({@code GA102GL_A10}, {@code 26b5}) and vGPU types ({@code A10-8Q}).
 */
final class GpuProductNameResolver {

    /**
     * A type of vGPU.
     *
     * @param gpuName     as the type calls it
     * @param gigabytes of the board's memory that one has
     * @param instance  whether one is a MIG instance
     */
    record VgpuType(String gpuName, int gigabytes, boolean instance) {

        private static final int INSTANCES = 7;

        /** Returns the maximum number per board; 0 if its memory is unknown. */
        int mostPerBoard(AcceleratorProduct product) {
            int maximum = gigabytes == 0 ? 0 : product.gigabytes() / gigabytes;
            return instance ? Math.min(maximum, INSTANCES) : maximum;
        }
    }

    /** Board names of the PCI ID database, and the catalogue's products by plain name. */
    private record PciNames(Map<String, String> byPciId, Map<String, List<AcceleratorProduct>> products) {

        private static final PciNames SHIPPED = read();

        private static PciNames read() {
            try (var file = Objects.requireNonNull(GpuProductNameResolver.class.getResourceAsStream("pci-gpus.json"))) {
                var ids = new HashMap<String, String>();
                new ObjectMapper().readTree(file).path("nvidia").properties()
                        .forEach(each -> ids.put(each.getKey(), each.getValue().asText()));
                return new PciNames(Map.copyOf(ids), AcceleratorCatalog.products().stream().distinct()
                        .collect(Collectors.groupingBy(product -> plainName(product.name()))));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable pci-gpus.json", e);
            }
        }
    }

    private static final Pattern MEMORY = Pattern.compile("(?<![ _-])[ _-]*+(\\d{1,3})\\s?GB\\b",
            Pattern.CASE_INSENSITIVE);
    /** What the plugin for Kata containers calls all boards. */
    private static final String ANY_GPU = "pgpu";
    private static final Pattern PCI_ID = Pattern.compile("[0-9a-f]{4}");
    private static final Pattern CHIP = Pattern.compile("(?:G[A-Z]|AD|TU)\\d{3}[A-Z0-9]*_(.+)");
    private static final Pattern VGPU = Pattern.compile("(?:NVIDIA_|GRID_)?(.+?)(-\\d{1,2})?-(\\d{1,3})[A-Z]{1,3}");
    private static final Pattern MAKER = Pattern.compile("^(nvidia|tesla|geforce|amd)(?=[ _-])[ _-]*",
            Pattern.CASE_INSENSITIVE);

    private GpuProductNameResolver() {}

    /** Returns the product that a resource of the passthrough plugin stands for. */
    static AcceleratorProduct passthroughProduct(String resource) {
        var name = resource.substring(resource.indexOf('/') + 1);
        if (name.equals(ANY_GPU)) {
            return new AcceleratorProduct("NVIDIA GPU", 0);
        }
        if (PCI_ID.matcher(name).matches()) {
            var known = PciNames.SHIPPED.byPciId().get(name);
            if (known == null) {
                return new AcceleratorProduct("NVIDIA GPU, PCI id " + name, 0);
            }
            return productOf(known);
        }
        var chip = CHIP.matcher(name);
        return productOf(chip.matches() ? chip.group(1) : name);
    }

    /** Parses the vGPU type that a resource counts; empty for any other resource. */
    static Optional<VgpuType> parseVgpu(String resource) {
        var type = VGPU.matcher(resource.substring(resource.indexOf('/') + 1));
        if (type.matches()) {
            return Optional.of(new VgpuType(type.group(1), Integer.parseInt(type.group(3)), type.group(2) != null));
        }
        return Optional.empty();
    }

    /** Returns the product of a name in whatever spelling. */
    static AcceleratorProduct productOf(String name) {
        var memory = MEMORY.matcher(name);
        int gigabytes = memory.find() ? Integer.parseInt(memory.group(1)) : 0;
        var text = MEMORY.matcher(bareName(name)).replaceAll("");
        var same = PciNames.SHIPPED.products().getOrDefault(plainName(text), List.of()).stream()
                .filter(product -> gigabytes == 0 || product.gigabytes() == gigabytes).toList();
        if (same.size() == 1) {
            return same.getFirst();
        }
        return new AcceleratorProduct(readableName(text), gigabytes);
    }

    private static String bareName(String name) {
        var bare = name;
        for (var maker = MAKER.matcher(bare); maker.find(); maker = MAKER.matcher(bare)) {
            bare = bare.substring(maker.end());
        }
        return bare;
    }

    private static String plainName(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "").replaceAll("sxm\\d", "sxm")
                .replaceAll("generation$", "");
    }

    /** Returns the name with the capitals of product names, in whatever case a cloud writes it. */
    private static String readableName(String text) {
        return Arrays.stream(text.split("[ _-]+"))
                .map(word -> word.matches("\\D*+\\d.*") && word.equals(word.toLowerCase(Locale.ROOT))
                        ? word.toUpperCase(Locale.ROOT)
                        : word)
                .collect(Collectors.joining(" ")).strip();
    }
}
