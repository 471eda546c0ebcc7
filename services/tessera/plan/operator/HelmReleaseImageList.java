package tessera.plan.operator;

import java.util.List;

/**
 * The images of a release, for mirroring into another registry.
 *
 * @param images    as a runtime would pull them, each once, in alphabetical order
 * @param rewritten values by which they come from another registry; none where none is named
 * @param strays    those of the images that come from elsewhere all the same
 */
public record HelmReleaseImageList(List<String> images, List<HelmChartValueAdvice> rewritten, List<String> strays) {

    public HelmReleaseImageList {
        images = List.copyOf(images);
        rewritten = List.copyOf(rewritten);
        strays = List.copyOf(strays);
    }

    /** Returns the needs; strays are images outside the registry, none if no registry is named. */
    static HelmReleaseImageList of(List<String> images, List<HelmChartValueAdvice> rewritten, String registry) {
        return new HelmReleaseImageList(images, rewritten, registry.isEmpty() ? List.of()
                : images.stream().filter(image -> !image.startsWith(registry + "/")).toList());
    }
}
