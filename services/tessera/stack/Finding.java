package tessera.stack;

/**
 * The first link of a node's chain that does not hold, explained.
 *
 * @param at       which link
 * @param headline one sentence: what is wrong
 * @param because  how that is known and what follows from it
 * @param remedy   what to do; empty where nothing is known to help
 * @param evidence the cluster's own words; may be empty
 */
public record Finding(Component at, String headline, String because, String remedy, String evidence) {}
